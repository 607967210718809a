// SPDX-License-Identifier: BSL-1.0
#include "check.hpp"
#include "conv_bn_relu.hpp"
#include "grouped.hpp"
#include "residual.hpp"
#include "separable.hpp"
#include "strided.hpp"

namespace graphs {
namespace {

using litho::O0, litho::O2, litho::O3;

TEST_CASE("conv_bn_relu") { check<conv_bn_relu, O0, O2, O3>(); }
TEST_CASE("residual") { check<residual, O0, O2, O3>(); }
TEST_CASE("separable") { check<separable, O0, O2, O3>(); }
TEST_CASE("grouped") { check<grouped, O0, O2, O3>(); }
TEST_CASE("strided") { check<strided, O0, O2, O3>(); }

}  // namespace
}  // namespace graphs
