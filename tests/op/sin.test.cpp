// SPDX-License-Identifier: BSL-1.0
#include <litho/op/sin.hpp>

#include "values.hpp"

namespace litho::test::sin_op {
namespace {

constexpr bool values() {
  return close(eager<"sin">(f64({4}, {1, -2.5, 100, 1e+22})),
               f64({4}, {0.8414709848078965, -0.5984721441039565, -0.5063656411097588, -0.8522008497671888})) &&
         same(eager<"sin">(f64({5}, {0.0, -0.0, nan, inf, -inf})), f64({5}, {0.0, -0.0, nan, nan, nan}));
}

constexpr bool types() {
  return gives<"sin">(f32({2, 3}), {f32({2, 3})}) &&
         refuses<"sin">("litho::sin: takes floats: got i32[2]", {typed<std::int32_t>({2})});
}

TEST_CASE("sin") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::sin_op
