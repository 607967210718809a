// SPDX-License-Identifier: BSL-1.0
#include <litho/op/mul.hpp>

#include "values.hpp"

namespace litho::test::mul_op {
namespace {

constexpr bool values() {
  return same(eager<"mul">(f32({2, 2}, {1, 2, 3, 4}), f32({2}, {10, -1})), f32({2, 2}, {10, -2, 30, -4})) &&
         same(at<"mul">(-0.0, 1), -0.0) && same(at<"mul">(-3, 0.0), -0.0) &&
         refuses<"mul">("litho::mul: shapes do not broadcast: f32[2] and f32[3]", {f32({2}), f32({3})});
}

TEST_CASE("mul") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  REQUIRE(same(at<"mul">(inf, 0), nan));
}

}  // namespace
}  // namespace litho::test::mul_op
