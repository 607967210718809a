// SPDX-License-Identifier: BSL-1.0
#include <litho/op/acosh.hpp>

#include "values.hpp"

namespace litho::test::acosh_op {
namespace {

constexpr bool values() {
  return close(eager<"acosh">(f64({4}, {1.1, 2, 10, 1e+300})),
               f64({4}, {0.4435682543851154, 1.3169578969248168, 2.993222846126381, 691.4686750787737})) &&
         same(eager<"acosh">(f64({5}, {1, nan, inf, 0.5, -inf})), f64({5}, {0.0, nan, inf, nan, nan}));
}

constexpr bool types() {
  return gives<"acosh">(f32({2, 3}), {f32({2, 3})}) &&
         refuses<"acosh">("litho::acosh: takes floats: got i32[2]", {typed<std::int32_t>({2})});
}

TEST_CASE("acosh") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::acosh_op
