// SPDX-License-Identifier: BSL-1.0
#include <litho/op/sinh.hpp>

#include "values.hpp"

namespace litho::test::sinh_op {
namespace {

constexpr bool values() {
  return close(eager<"sinh">(f64({4}, {0.1, -0.75, 10, 700})),
               f64({4}, {0.10016675001984403, -0.82231673193583, 11013.232874703393, 5.0711602736750225e+303})) &&
         same(eager<"sinh">(f64({6}, {0.0, -0.0, nan, inf, -inf, 1000})), f64({6}, {0.0, -0.0, nan, inf, -inf, inf}));
}

constexpr bool types() {
  return gives<"sinh">(f32({2, 3}), {f32({2, 3})}) &&
         refuses<"sinh">("litho::sinh: takes floats: got i32[2]", {typed<std::int32_t>({2})});
}

TEST_CASE("sinh") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::sinh_op
