// SPDX-License-Identifier: BSL-1.0
#include <litho/op/tan.hpp>

#include "values.hpp"

namespace litho::test::tan_op {
namespace {

constexpr bool values() {
  return close(eager<"tan">(f64({4}, {1, -2.5, 100, 1e+22})),
               f64({4}, {1.5574077246549023, 0.7470222972386603, -0.5872139151569291, -1.6287782256068988})) &&
         same(eager<"tan">(f64({5}, {0.0, -0.0, nan, inf, -inf})), f64({5}, {0.0, -0.0, nan, nan, nan}));
}

constexpr bool types() {
  return gives<"tan">(f32({2, 3}), {f32({2, 3})}) &&
         refuses<"tan">("litho::tan: takes floats: got i32[2]", {typed<std::int32_t>({2})});
}

TEST_CASE("tan") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::tan_op
