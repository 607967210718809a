// SPDX-License-Identifier: BSL-1.0
#include <litho/op/arg_min.hpp>

#include "values.hpp"

namespace litho::test::arg_min_op {
namespace {

using i64 = std::int64_t;

constexpr bool values() {
  const tensor x = f32({2, 2}, {-2, -1, -3, -10});
  const tensor ties = f32({2, 3}, {-2, -2, -1, 5, nan, nan});
  return same(eager<"arg_min">(x), typed<i64>({1, 2}, {1, 1})) &&
         same(eager<"arg_min", {.axis = 1}>(x), typed<i64>({2, 1}, {0, 1})) &&
         same(eager<"arg_min", {.axis = -1}>(ties), typed<i64>({2, 1}, {0, 1})) &&
         same(eager<"arg_min", {.axis = 1, .select_last = true}>(ties), typed<i64>({2, 1}, {1, 2})) &&
         same(eager<"arg_min">(typed<i64>({2}, {-9007199254740992, -9007199254740993})), typed<i64>({1}, {1}));
}

constexpr bool types() {
  return gives<"arg_min">(typed<i64>({2, 1, 4}), {f32({2, 3, 4})}, {.axis = 1}) &&
         refuses<"arg_min">("litho::arg_min: axis 1 is outside of f32[3] (rank 1)", {f32({3})}, {.axis = 1}) &&
         refuses<"arg_min">("litho::arg_min: nothing to select from: f32[2,0], axis 1", {f32({2, 0})}, {.axis = 1}) &&
         prints<"arg_min">("axis=0 select_last=1", {.select_last = true});
}

TEST_CASE("arg_min") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::arg_min_op
