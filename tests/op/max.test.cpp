// SPDX-License-Identifier: BSL-1.0
#include <litho/op/max.hpp>

#include "values.hpp"

namespace litho::test::max_op {
namespace {

constexpr bool values() {
  const tensor a = f64({6}, {1, 2, -inf, nan, 1, 3});
  const tensor b = f64({6}, {-1, 5, 2, 1, nan, inf});
  const tensor y = f64({6}, {1, 5, 2, nan, nan, inf});
  return same(eager<"max">(a, b), y) && same(eager<"max">(b, a), y) &&
         refuses<"max">("litho::max: shapes do not broadcast: f32[2] and f32[3]", {f32({2}), f32({3})});
}

TEST_CASE("max") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::max_op
