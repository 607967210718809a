// SPDX-License-Identifier: BSL-1.0
#include <litho/op/shrink.hpp>

#include "values.hpp"

namespace litho::test::shrink_op {
namespace {

constexpr bool values() {
  return close(eager<"shrink">(f64({7}, {1, -1, 3, 0.25, -0.25, 0.5, -0.5})),
               f64({7}, {1, -1, 3, 0.0, 0.0, 0.0, 0.0})) &&
         same(eager<"shrink">(f64({4}, {0.0, -0.0, inf, -inf})), f64({4}, {0.0, 0.0, inf, -inf})) &&
         close(eager<"shrink", {.bias = 1.5, .lambd = 0.75}>(f64({7}, {1, -1, 3, 0.25, -0.25, 0.5, -0.5})),
               f64({7}, {-0.5, 0.5, 1.5, 0.0, 0.0, 0.0, 0.0}));
}

constexpr bool types() {
  return gives<"shrink">(f32({2, 3}), {f32({2, 3})}) &&
         refuses<"shrink">("litho::shrink: takes floats: got i32[2]", {typed<std::int32_t>({2})});
}

constexpr bool attributes() {
  return prints<"shrink">("bias=0 lambd=0.5", {}) &&
         prints<"shrink">("bias=1.5 lambd=0.75", {.bias = 1.5, .lambd = 0.75});
}

TEST_CASE("shrink") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
  STATIC_REQUIRE(attributes());
  REQUIRE(attributes());
  REQUIRE(same(at<"shrink">(nan), 0.0));
}

}  // namespace
}  // namespace litho::test::shrink_op
