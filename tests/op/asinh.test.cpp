// SPDX-License-Identifier: BSL-1.0
#include <litho/op/asinh.hpp>

#include "values.hpp"

namespace litho::test::asinh_op {
namespace {

constexpr bool values() {
  return close(eager<"asinh">(f64({4}, {0.1, -0.75, 10, 1e+300})),
               f64({4}, {0.09983407889920756, -0.6931471805599453, 2.99822295029797, 691.4686750787737})) &&
         same(eager<"asinh">(f64({5}, {0.0, -0.0, nan, inf, -inf})), f64({5}, {0.0, -0.0, nan, inf, -inf}));
}

constexpr bool types() {
  return gives<"asinh">(f32({2, 3}), {f32({2, 3})}) &&
         refuses<"asinh">("litho::asinh: takes floats: got i32[2]", {typed<std::int32_t>({2})});
}

TEST_CASE("asinh") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::asinh_op
