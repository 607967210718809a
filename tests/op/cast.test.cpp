// SPDX-License-Identifier: BSL-1.0
#include <litho/op/cast.hpp>

#include "values.hpp"

namespace litho::test {
namespace {

constexpr bool values() {
  return same(eager<"cast", {.element = 1}>(f64({4}, {0.1, -0.0, 1e300, 16777217})),
              f32({4}, {0.1f, -0.0f, std::numeric_limits<float>::infinity(), 16777216})) &&
         same(eager<"cast", {.element = 11}>(f32({2}, {0.1f, 3})), f64({2}, {static_cast<double>(0.1f), 3}));
}

constexpr bool types() {
  constexpr op_info info = info_of<"cast">;
  return gives<"cast">(f64({2, 3}), {f32({2, 3})}, {.element = 11}) &&
         refuses<"cast">("litho::cast: unknown element type 5 for f32[2]", {f32({2})}, {.element = 5}) &&
         info.unchanged(f32({2}), packed(cast_attributes{1}).view()) &&
         !info.unchanged(f32({2}), packed(cast_attributes{11}).view()) && prints<"cast">("element=11", {11});
}

TEST_CASE("cast") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
  REQUIRE(same(at<"cast", {.element = 11}>(nan), nan));
}

}  // namespace
}  // namespace litho::test
