// SPDX-License-Identifier: BSL-1.0
#include <litho/op/softsign.hpp>

#include "values.hpp"

namespace litho::test::softsign_op {
namespace {

constexpr bool values() {
  return close(eager<"softsign">(f64({5}, {1, -1, 3, -0.25, 1e+300})), f64({5}, {0.5, -0.5, 0.75, -0.2, 1})) &&
         same(eager<"softsign">(f64({2}, {0.0, -0.0})), f64({2}, {0.0, -0.0}));
}

constexpr bool types() {
  return gives<"softsign">(f32({2, 3}), {f32({2, 3})}) &&
         refuses<"softsign">("litho::softsign: takes floats: got i32[2]", {typed<std::int32_t>({2})});
}

TEST_CASE("softsign") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
  REQUIRE(same(at<"softsign">(nan), nan));
  REQUIRE(same(at<"softsign">(inf), nan));
}

}  // namespace
}  // namespace litho::test::softsign_op
