// SPDX-License-Identifier: BSL-1.0
#include <litho/op/leaky_relu.hpp>

#include "values.hpp"

namespace litho::test::leaky_relu_op {
namespace {

constexpr bool values() {
  return same(eager<"leaky_relu", {.alpha = 0.5}>(f64({6}, {1, -2, 0.0, -0.0, -inf, inf})),
              f64({6}, {1, -1, 0.0, -0.0, -inf, inf})) &&
         at<"leaky_relu">(-1) == -0.01;
}

constexpr bool attributes() { return prints<"leaky_relu">("alpha=0.375", {.alpha = 0.375}); }

TEST_CASE("leaky_relu") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(attributes());
  REQUIRE(attributes());
  REQUIRE(same(at<"leaky_relu">(nan), nan));
}

}  // namespace
}  // namespace litho::test::leaky_relu_op
