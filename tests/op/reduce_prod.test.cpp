// SPDX-License-Identifier: BSL-1.0
#include <litho/op/reduce_prod.hpp>

#include "values.hpp"

namespace litho::test::reduce_prod_op {
namespace {

using i64 = std::int64_t;

constexpr bool values() {
  const tensor x = f64({2, 3}, {1, 2, 3, 4, 5, 6});
  return same(eager<"reduce_prod", {.axes = 1}>(x), f64({2, 1}, {6, 120})) &&
         same(eager<"reduce_prod", {.axes = {0, -1}}>(x), f64({1, 1}, {720})) &&
         same(eager<"reduce_prod", {.axes = 0}>(typed<i64>({3}, {3037000500, 3037000500, 1})),
              typed<i64>({1}, {-9223372036709301616})) &&
         same(eager<"reduce_prod", {.axes = 0}>(typed<std::int8_t>({2}, {100, 3})), typed<std::int8_t>({1}, {44}));
}

constexpr bool types() {
  return gives<"reduce_prod">(f32({2, 1, 1}), {f32({2, 3, 4})}, {.axes = {1, 2}}) &&
         refuses<"reduce_prod">("litho::reduce_prod: axis 2 is outside of f32[2,3] (rank 2)", {f32({2, 3})},
                                {.axes = 2}) &&
         prints<"reduce_prod">("axes=[0,-1]", {.axes = {0, -1}});
}

TEST_CASE("reduce_prod") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::reduce_prod_op
