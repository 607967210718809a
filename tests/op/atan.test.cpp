// SPDX-License-Identifier: BSL-1.0
#include <litho/op/atan.hpp>

#include "values.hpp"

namespace litho::test::atan_op {
namespace {

constexpr bool values() {
  return close(eager<"atan">(f64({4}, {0.1, -0.75, 10, 1e+300})),
               f64({4}, {0.09966865249116204, -0.6435011087932844, 1.4711276743037347, 1.5707963267948966})) &&
         same(eager<"atan">(f64({5}, {0.0, -0.0, nan, inf, -inf})),
              f64({5}, {0.0, -0.0, nan, 1.5707963267948966, -1.5707963267948966}));
}

constexpr bool types() {
  return gives<"atan">(f32({2, 3}), {f32({2, 3})}) &&
         refuses<"atan">("litho::atan: takes floats: got i32[2]", {typed<std::int32_t>({2})});
}

TEST_CASE("atan") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::atan_op
