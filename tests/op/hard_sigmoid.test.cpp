// SPDX-License-Identifier: BSL-1.0
#include <litho/op/hard_sigmoid.hpp>

#include "values.hpp"

namespace litho::test::hard_sigmoid_op {
namespace {

constexpr bool values() {
  return close(eager<"hard_sigmoid">(f64({7}, {1, -1, 0.25, -2.5, 2.5, -40, 40})),
               f64({7}, {0.7, 0.3, 0.55, 0.0, 1, 0.0, 1})) &&
         same(eager<"hard_sigmoid">(f64({4}, {0.0, -0.0, inf, -inf})), f64({4}, {0.5, 0.5, 1, 0.0})) &&
         close(eager<"hard_sigmoid", {.alpha = 0.5, .beta = 0.25}>(f64({7}, {1, -1, 0.25, -2.5, 2.5, -40, 40})),
               f64({7}, {0.75, 0.0, 0.375, 0.0, 1, 0.0, 1}));
}

constexpr bool types() {
  return gives<"hard_sigmoid">(f32({2, 3}), {f32({2, 3})}) &&
         refuses<"hard_sigmoid">("litho::hard_sigmoid: takes floats: got i32[2]", {typed<std::int32_t>({2})});
}

constexpr bool attributes() { return prints<"hard_sigmoid">("alpha=0.5 beta=0.25", {.alpha = 0.5, .beta = 0.25}); }

TEST_CASE("hard_sigmoid") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
  STATIC_REQUIRE(attributes());
  REQUIRE(attributes());
  REQUIRE(same(at<"hard_sigmoid">(nan), nan));
}

}  // namespace
}  // namespace litho::test::hard_sigmoid_op
