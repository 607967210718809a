// SPDX-License-Identifier: BSL-1.0
#include <litho/op/pow.hpp>

#include "values.hpp"

namespace litho::test::pow_op {
namespace {

constexpr bool values() {
  const tensor a = f64({8}, {2, -2, 9, 0.0, nan, 1, 10, -0.0});
  const tensor b = f64({8}, {10, 3, 0.5, 0.0, 0.0, nan, -2, -3});
  return close(eager<"pow">(a, b), f64({8}, {1024, -8, 3, 1, 1, 1, 0.01, -inf})) &&
         same(eager<"pow">(f64({4}, {2, -0.0, inf, 1e-310}), f64({}, {1})), f64({4}, {2, -0.0, inf, 1e-310})) &&
         refuses<"pow">("litho::pow: shapes do not broadcast: f32[2] and f32[3]", {f32({2}), f32({3})});
}

TEST_CASE("pow") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  REQUIRE(same(at<"pow">(-8, 1.0 / 3), nan));
  REQUIRE(same(at<"pow">(nan, 2), nan));
}

}  // namespace
}  // namespace litho::test::pow_op
