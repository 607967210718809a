// SPDX-License-Identifier: BSL-1.0
#include <litho/op/cos.hpp>

#include "values.hpp"

namespace litho::test::cos_op {
namespace {

constexpr bool values() {
  return close(eager<"cos">(f64({4}, {1, -2.5, 100, 1e+22})),
               f64({4}, {0.5403023058681398, -0.8011436155469337, 0.8623188722876839, 0.523214785395139})) &&
         same(eager<"cos">(f64({5}, {0.0, -0.0, nan, inf, -inf})), f64({5}, {1, 1, nan, nan, nan}));
}

constexpr bool types() {
  return gives<"cos">(f32({2, 3}), {f32({2, 3})}) &&
         refuses<"cos">("litho::cos: takes floats: got i32[2]", {typed<std::int32_t>({2})});
}

TEST_CASE("cos") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::cos_op
