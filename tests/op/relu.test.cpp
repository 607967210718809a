// SPDX-License-Identifier: BSL-1.0
#include <litho/op/relu.hpp>

#include "values.hpp"

namespace litho::test::relu_op {
namespace {

constexpr bool values() {
  return same(eager<"relu">(f64({7}, {1, -2.5, 0.0, -0.0, -inf, inf, nan})),
              f64({7}, {1, 0.0, 0.0, -0.0, 0.0, inf, nan}));
}

constexpr bool types() {
  return gives<"relu">(f32({2, 3}), {f32({2, 3})}) &&
         gives<"relu">(f32({1, 3, 4, 4}).with(format::nc1hwc0, 16), {f32({1, 3, 4, 4}).with(format::nc1hwc0, 16)});
}

TEST_CASE("relu") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::relu_op
