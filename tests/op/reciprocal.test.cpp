// SPDX-License-Identifier: BSL-1.0
#include <litho/op/reciprocal.hpp>

#include "values.hpp"

namespace litho::test::reciprocal_op {
namespace {

constexpr bool values() {
  return same(eager<"reciprocal">(f64({4}, {4, -0.5, inf, -inf})), f64({4}, {0.25, -2, 0.0, -0.0})) &&
         same(eager<"reciprocal">(f32({1}, {3})), f32({1}, {0.33333334f}));
}

constexpr bool types() {
  return gives<"reciprocal">(f32({2, 3}), {f32({2, 3})}) &&
         refuses<"reciprocal">("litho::reciprocal: takes floats: got i32[2]", {typed<std::int32_t>({2})});
}

TEST_CASE("reciprocal") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
  REQUIRE(same(eager<"reciprocal">(f64({3}, {0.0, -0.0, nan})), f64({3}, {inf, -inf, nan})));
}

}  // namespace
}  // namespace litho::test::reciprocal_op
