// SPDX-License-Identifier: BSL-1.0
#include <litho/op/cumsum.hpp>

#include "values.hpp"

namespace litho::test::cumsum_op {
namespace {

using i8 = std::int8_t;

constexpr bool values() {
  const tensor x = f64({5}, {1, 2, 3, 4, 5});
  const tensor square = f64({2, 3}, {1, 2, 3, 4, 5, 6});
  return same(eager<"cumsum">(x), f64({5}, {1, 3, 6, 10, 15})) &&
         same(eager<"cumsum", {.exclusive = true}>(x), f64({5}, {0, 1, 3, 6, 10})) &&
         same(eager<"cumsum", {.reverse = true}>(x), f64({5}, {15, 14, 12, 9, 5})) &&
         same(eager<"cumsum", {.exclusive = true, .reverse = true}>(x), f64({5}, {14, 12, 9, 5, 0})) &&
         same(eager<"cumsum">(square), f64({2, 3}, {1, 2, 3, 5, 7, 9})) &&
         same(eager<"cumsum", {.axis = -1}>(square), f64({2, 3}, {1, 3, 6, 4, 9, 15})) &&
         same(eager<"cumsum">(typed<i8>({3}, {100, 100, 1})), typed<i8>({3}, {100, -56, -55}));
}

constexpr bool types() {
  return gives<"cumsum">(f32({2, 3}), {f32({2, 3})}, {.axis = -2}) &&
         refuses<"cumsum">("litho::cumsum: axis 0 is outside of f32[] (rank 0)", {f32({})}) &&
         refuses<"cumsum">("litho::cumsum: takes numbers: got bool[2]", {typed<bool>({2})}) &&
         prints<"cumsum">("axis=1 exclusive=0 reverse=1", {.axis = 1, .reverse = true});
}

TEST_CASE("cumsum") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::cumsum_op
