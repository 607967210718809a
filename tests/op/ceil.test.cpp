// SPDX-License-Identifier: BSL-1.0
#include <litho/op/ceil.hpp>

#include "values.hpp"

namespace litho::test::ceil_op {
namespace {

constexpr bool values() {
  return same(eager<"ceil">(f64({10}, {1.5, -1.5, 0.0, -0.0, 2.5, 3.5, -2.5, inf, -inf, nan})),
              f64({10}, {2, -1, 0.0, -0.0, 3, 4, -2, inf, -inf, nan})) &&
         same(eager<"ceil">(f64({3}, {0x1p52, -0x1p53, 1e300})), f64({3}, {0x1p52, -0x1p53, 1e300})) &&
         same(eager<"ceil">(f64({2}, {-0.25, 0.25})), f64({2}, {-0.0, 1}));
}

constexpr bool types() {
  return gives<"ceil">(f32({2, 3}), {f32({2, 3})}) &&
         refuses<"ceil">("litho::ceil: takes floats: got i32[2]", {typed<std::int32_t>({2})});
}

TEST_CASE("ceil") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::ceil_op
