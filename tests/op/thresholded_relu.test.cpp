// SPDX-License-Identifier: BSL-1.0
#include <litho/op/thresholded_relu.hpp>

#include "values.hpp"

namespace litho::test::thresholded_relu_op {
namespace {

constexpr bool values() {
  return close(eager<"thresholded_relu">(f64({5}, {1, -1, 3, 0.25, 1000})), f64({5}, {0.0, 0.0, 3, 0.0, 1000})) &&
         same(eager<"thresholded_relu">(f64({4}, {0.0, -0.0, inf, -inf})), f64({4}, {0.0, 0.0, inf, 0.0})) &&
         close(eager<"thresholded_relu", {.alpha = -2}>(f64({5}, {1, -1, 3, 0.25, 1000})),
               f64({5}, {1, -1, 3, 0.25, 1000}));
}

constexpr bool types() {
  return gives<"thresholded_relu">(f32({2, 3}), {f32({2, 3})}) &&
         refuses<"thresholded_relu">("litho::thresholded_relu: takes floats: got i32[2]", {typed<std::int32_t>({2})});
}

constexpr bool attributes() {
  return prints<"thresholded_relu">("alpha=1", {}) && prints<"thresholded_relu">("alpha=0.375", {.alpha = 0.375});
}

TEST_CASE("thresholded_relu") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
  STATIC_REQUIRE(attributes());
  REQUIRE(attributes());
  REQUIRE(same(at<"thresholded_relu">(nan), 0.0));
}

}  // namespace
}  // namespace litho::test::thresholded_relu_op
