// SPDX-License-Identifier: BSL-1.0
#include "casts.hpp"
#include "check.hpp"
#include "constants.hpp"
#include "doubles.hpp"
#include "mixed.hpp"
#include "movements.hpp"
#include "ordered.hpp"
#include "passed_through.hpp"
#include "single_number.hpp"

namespace graphs {
namespace {

using litho::O0, litho::O2, litho::O3;

TEST_CASE("movements") { check<movements, O0, O2, O3>(); }
TEST_CASE("constants") { check<constants, O0, O2, O3>(); }
TEST_CASE("casts") { check<casts, O0, O2, O3>(); }
TEST_CASE("mixed element types") {
  check<mixed, O0, O2, O3>();
  check<halves, O0, O2, O3>(2e-3);  // one half's step
  check<mixed_long, O0, O2, O3>(1e-2);
}
TEST_CASE("ordered") { check<ordered, O0, O2, O3>(); }
TEST_CASE("passed_through") { check<passed_through, O0, O2, O3>(); }
TEST_CASE("single_number") { check<single_number, O0, O2, O3>(); }
TEST_CASE("doubles") { check<doubles, O0, O2, O3>(1e-12); }

}  // namespace
}  // namespace graphs
