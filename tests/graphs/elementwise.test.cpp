// SPDX-License-Identifier: BSL-1.0
#include "activations.hpp"
#include "broadcast.hpp"
#include "chain.hpp"
#include "check.hpp"
#include "several.hpp"
#include "shared.hpp"

namespace graphs {
namespace {

using litho::O0, litho::O2, litho::O3;

TEST_CASE("activations") { check<activations, O0, O2, O3>(); }
TEST_CASE("broadcast") { check<broadcast, O0, O2, O3>(); }
TEST_CASE("chain") { check<chain, O0, O2, O3>(); }
TEST_CASE("several") { check<several, O0, O2, O3>(); }
TEST_CASE("shared") { check<shared, O0, O2, O3>(); }

}  // namespace
}  // namespace graphs
