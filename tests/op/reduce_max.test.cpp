// SPDX-License-Identifier: BSL-1.0
#include <litho/op/reduce_max.hpp>

#include "values.hpp"

namespace litho::test::reduce_max_op {
namespace {

constexpr bool values() {
  const tensor x = f64({2, 3}, {1, 2, 3, 4, 5, 6});
  return same(eager<"reduce_max", {.axes = 1}>(x), f64({2, 1}, {3, 6})) &&
         same(eager<"reduce_max", {.axes = -2}>(x), f64({1, 3}, {4, 5, 6})) &&
         same(eager<"reduce_max", {.axes = 1}>(f64({3, 2}, {-inf, inf, 1, nan, nan, 1})),
              f64({3, 1}, {inf, nan, nan})) &&
         same(eager<"reduce_max", {.axes = {0, 1}}>(x), f64({1, 1}, {6}));
}

constexpr bool types() {
  const tensor_type blocked = f32({1, 3, 4, 5}).with(format::nc1hwc0, 16);
  return gives<"reduce_max">(f32({1, 3, 1, 1}).with(format::nc1hwc0, 16), {blocked}, {.axes = {2, 3}}) &&
         !infer<"reduce_max">({blocked}, {.axes = 1}).ok() && !infer<"reduce_max">({f32({0, 3})}, {.axes = 0}).ok() &&
         refuses<"reduce_max">("litho::reduce_max: axis 2 is outside of f32[2,3] (rank 2)", {f32({2, 3})},
                               {.axes = 2}) &&
         prints<"reduce_max">("axes=[0,-1]", {.axes = {0, -1}});
}

TEST_CASE("reduce_max") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::reduce_max_op
