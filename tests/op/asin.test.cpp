// SPDX-License-Identifier: BSL-1.0
#include <litho/op/asin.hpp>

#include "values.hpp"

namespace litho::test::asin_op {
namespace {

constexpr bool values() {
  return close(eager<"asin">(f64({4}, {0.1, -0.75, 1, -1})),
               f64({4}, {0.1001674211615598, -0.848062078981481, 1.5707963267948966, -1.5707963267948966})) &&
         same(eager<"asin">(f64({5}, {0.0, -0.0, nan, 1.5, -inf})), f64({5}, {0.0, -0.0, nan, nan, nan}));
}

constexpr bool types() {
  return gives<"asin">(f32({2, 3}), {f32({2, 3})}) &&
         refuses<"asin">("litho::asin: takes floats: got i32[2]", {typed<std::int32_t>({2})});
}

TEST_CASE("asin") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::asin_op
