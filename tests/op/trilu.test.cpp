// SPDX-License-Identifier: BSL-1.0
#include <litho/op/trilu.hpp>

#include "values.hpp"

namespace litho::test::trilu_op {
namespace {

using i64 = std::int64_t;

constexpr bool values() {
  const tensor x = f32({2, 3}, {1, 2, 3, 4, 5, 6});
  return same(eager<"trilu">(x), f32({2, 3}, {1, 2, 3, 0, 5, 6})) &&
         same(eager<"trilu", {.k = 1}>(x), f32({2, 3}, {0, 2, 3, 0, 0, 6})) && same(eager<"trilu", {.k = -1}>(x), x) &&
         same(eager<"trilu", {.upper = false}>(x), f32({2, 3}, {1, 0, 0, 4, 5, 0})) &&
         same(eager<"trilu", {.upper = false, .k = 1}>(x), f32({2, 3}, {1, 2, 0, 4, 5, 6})) &&
         same(eager<"trilu", {.upper = false, .k = -9}>(x), f32({2, 3}, {0, 0, 0, 0, 0, 0})) &&
         same(eager<"trilu">(typed<i64>({2, 2, 1}, {1, 2, 3, 4})), typed<i64>({2, 2, 1}, {1, 0, 3, 0})) &&
         same(eager<"trilu">(f32({0, 0}, {})), f32({0, 0}, {}));
}

constexpr bool types() {
  return gives<"trilu">(f32({2, 3, 4}), {f32({2, 3, 4})}) &&
         refuses<"trilu">("litho::trilu: input must be a matrix or more of them: got f32[3]", {f32({3})}) &&
         prints<"trilu">("upper=0 k=2", {.upper = false, .k = 2});
}

TEST_CASE("trilu") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::trilu_op
