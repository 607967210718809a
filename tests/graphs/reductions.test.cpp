// SPDX-License-Identifier: BSL-1.0
#include "reductions.hpp"
#include "check.hpp"
#include "gelu_parts.hpp"
#include "norm_parts.hpp"
#include "norm_two_axes.hpp"
#include "softmax_middle.hpp"
#include "softmax_parts.hpp"
#include "softmax_rows.hpp"

namespace graphs {
namespace {

using litho::O0, litho::O2, litho::O3;

TEST_CASE("softmax_middle") { check<softmax_middle, O0, O2, O3>(); }
TEST_CASE("softmax_rows") { check<softmax_rows, O0, O2, O3>(); }
TEST_CASE("norm_two_axes") { check<norm_two_axes, O0, O2, O3>(); }
TEST_CASE("reductions") { check<reductions, O0, O2, O3>(); }
TEST_CASE("gelu_parts") { check<gelu_parts, O0, O2, O3>(); }
TEST_CASE("softmax_parts") { check<softmax_parts, O0, O2, O3>(); }
TEST_CASE("norm_parts") { check<norm_parts, O0, O2, O3>(); }

}  // namespace
}  // namespace graphs
