// SPDX-License-Identifier: BSL-1.0
#include <litho/op/softmax.hpp>

#include "decomposed.hpp"
#include "values.hpp"

namespace litho::test::softmax_op {
namespace {

constexpr bool values() {
  const tensor y = f64({3}, {0.09003057317038046, 0.24472847105479764, 0.6652409557748218});
  return close(eager<"softmax">(f64({3}, {1, 2, 3})), y) && close(eager<"softmax">(f64({3}, {1001, 1002, 1003})), y) &&
         close(eager<"softmax", {.axis = 0}>(f64({2, 2}, {0, 5, 0, 5})), f64({2, 2}, {0.5, 0.5, 0.5, 0.5}));
}

constexpr bool types() {
  return gives<"softmax">(f32({2, 3}), {f32({2, 3})}, {.axis = -2}) &&
         refuses<"softmax">("litho::softmax: axis 2 is outside of f32[2,3] (rank 2)", {f32({2, 3})}, {.axis = 2}) &&
         prints<"softmax">("axis=-1", {});
}

TEST_CASE("softmax") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());

  const tensor x = f64({2, 3, 2}, {1, 2, 3, -4, 5, 0.5, -7, 0, 1, -inf, 800, 2});
  REQUIRE(close(decomposed<"softmax">({.axis = 1}, x), eager<"softmax", {.axis = 1}>(x)));
  REQUIRE(same(eager<"softmax">(f64({2}, {nan, 1})), f64({2}, {nan, nan})));
}

}  // namespace
}  // namespace litho::test::softmax_op
