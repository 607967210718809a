// SPDX-License-Identifier: BSL-1.0
#include <litho/op/round.hpp>

#include "values.hpp"

namespace litho::test::round_op {
namespace {

constexpr bool values() {
  return same(eager<"round">(f64({10}, {1.5, -1.5, 0.0, -0.0, 2.5, 3.5, -2.5, inf, -inf, nan})),
              f64({10}, {2, -2, 0.0, -0.0, 2, 4, -2, inf, -inf, nan})) &&
         same(eager<"round">(f64({3}, {0x1p52, -0x1p53, 1e300})), f64({3}, {0x1p52, -0x1p53, 1e300})) &&
         same(eager<"round">(f64({2}, {-0.25, 0.25})), f64({2}, {-0.0, 0.0}));
}

constexpr bool types() {
  return gives<"round">(f32({2, 3}), {f32({2, 3})}) &&
         refuses<"round">("litho::round: takes floats: got i32[2]", {typed<std::int32_t>({2})});
}

TEST_CASE("round") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::round_op
