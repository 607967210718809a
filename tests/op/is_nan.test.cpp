// SPDX-License-Identifier: BSL-1.0
#include <litho/op/is_nan.hpp>

#include "values.hpp"

namespace litho::test::is_nan_op {
namespace {

constexpr bool values() {
  return same(eager<"is_nan">(f64({5}, {0.0, 1, inf, -inf, nan})),
              typed<bool>({5}, {false, false, false, false, true})) &&
         same(eager<"is_nan">(f32({2}, {std::numeric_limits<float>::quiet_NaN(), -0.0f})),
              typed<bool>({2}, {true, false}));
}

constexpr bool types() {
  return gives<"is_nan">(typed<bool>({2, 3}), {f32({2, 3})}) &&
         refuses<"is_nan">("litho::is_nan: takes floats: got i32[2]", {typed<std::int32_t>({2})});
}

TEST_CASE("is_nan") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::is_nan_op
