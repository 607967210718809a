// SPDX-License-Identifier: BSL-1.0
#include <litho/op/is_inf.hpp>

#include "values.hpp"

namespace litho::test::is_inf_op {
namespace {

constexpr bool values() {
  const tensor x = f64({5}, {0.0, 1e300, inf, -inf, nan});
  return same(eager<"is_inf">(x), typed<bool>({5}, {false, false, true, true, false})) &&
         same(eager<"is_inf", {.negative = false}>(x), typed<bool>({5}, {false, false, true, false, false})) &&
         same(eager<"is_inf", {.positive = false}>(x), typed<bool>({5}, {false, false, false, true, false})) &&
         same(eager<"is_inf", {.positive = false, .negative = false}>(x),
              typed<bool>({5}, {false, false, false, false, false}));
}

constexpr bool types() {
  return gives<"is_inf">(typed<bool>({2, 3}), {f32({2, 3})}) &&
         refuses<"is_inf">("litho::is_inf: takes floats: got i32[2]", {typed<std::int32_t>({2})});
}

constexpr bool attributes() {
  return prints<"is_inf">("positive=1 negative=1", {}) &&
         prints<"is_inf">("positive=0 negative=1", {.positive = false});
}

TEST_CASE("is_inf") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
  STATIC_REQUIRE(attributes());
  REQUIRE(attributes());
}

}  // namespace
}  // namespace litho::test::is_inf_op
