// SPDX-License-Identifier: BSL-1.0
#include <litho/op/acos.hpp>

#include "values.hpp"

namespace litho::test::acos_op {
namespace {

constexpr bool values() {
  return close(eager<"acos">(f64({4}, {0.1, -0.75, 0.0, -1})),
               f64({4}, {1.4706289056333368, 2.4188584057763776, 1.5707963267948966, 3.141592653589793})) &&
         same(eager<"acos">(f64({4}, {1, nan, 1.5, -inf})), f64({4}, {0.0, nan, nan, nan}));
}

constexpr bool types() {
  return gives<"acos">(f32({2, 3}), {f32({2, 3})}) &&
         refuses<"acos">("litho::acos: takes floats: got i32[2]", {typed<std::int32_t>({2})});
}

TEST_CASE("acos") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::acos_op
