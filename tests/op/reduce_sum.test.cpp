// SPDX-License-Identifier: BSL-1.0
#include <litho/op/reduce_sum.hpp>

#include "values.hpp"

namespace litho::test::reduce_sum_op {
namespace {

constexpr bool values() {
  const tensor x = f64({2, 3}, {1, 2, 3, 4, 5, 6});
  return same(eager<"reduce_sum", {.axes = 1}>(x), f64({2, 1}, {6, 15})) &&
         same(eager<"reduce_sum", {.axes = -2}>(x), f64({1, 3}, {5, 7, 9})) &&
         same(eager<"reduce_sum", {.axes = {0, 1}}>(x), f64({1, 1}, {21}));
}

constexpr bool types() {
  const tensor_type blocked = f32({1, 3, 4, 5}).with(format::nc1hwc0, 16);
  return gives<"reduce_sum">(f32({1, 3, 1, 1}).with(format::nc1hwc0, 16), {blocked}, {.axes = {2, 3}}) &&
         !infer<"reduce_sum">({blocked}, {.axes = 1}).ok() && !infer<"reduce_sum">({f32({0, 3})}, {.axes = 0}).ok() &&
         refuses<"reduce_sum">("litho::reduce_sum: axis 2 is outside of f32[2,3] (rank 2)", {f32({2, 3})},
                               {.axes = 2}) &&
         prints<"reduce_sum">("axes=[0,-1]", {.axes = {0, -1}});
}

TEST_CASE("reduce_sum") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
  REQUIRE(same(eager<"reduce_sum", {.axes = 0}>(f64({2}, {inf, -inf})), f64({1}, {nan})));
}

}  // namespace
}  // namespace litho::test::reduce_sum_op
