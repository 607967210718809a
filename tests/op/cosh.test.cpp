// SPDX-License-Identifier: BSL-1.0
#include <litho/op/cosh.hpp>

#include "values.hpp"

namespace litho::test::cosh_op {
namespace {

constexpr bool values() {
  return close(eager<"cosh">(f64({4}, {0.1, -0.75, 10, 700})),
               f64({4}, {1.0050041680558035, 1.2946832846768448, 11013.232920103323, 5.0711602736750225e+303})) &&
         same(eager<"cosh">(f64({6}, {0.0, -0.0, nan, inf, -inf, 1000})), f64({6}, {1, 1, nan, inf, inf, inf}));
}

constexpr bool types() {
  return gives<"cosh">(f32({2, 3}), {f32({2, 3})}) &&
         refuses<"cosh">("litho::cosh: takes floats: got i32[2]", {typed<std::int32_t>({2})});
}

TEST_CASE("cosh") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::cosh_op
