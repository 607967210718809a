// SPDX-License-Identifier: BSL-1.0
#include <litho/op/pad.hpp>

#include "values.hpp"

namespace litho::test::pad_op {
namespace {

constexpr bool values() {
  return same(eager<"pad", {.before = {0, 1}, .after = {1, 0}, .value = 9}>(f32({2, 2}, {1, 2, 3, 4})),
              f32({3, 3}, {9, 1, 2, 9, 3, 4, 9, 9, 9})) &&
         same(eager<"pad", {.before = 1, .after = 2, .value = -inf}>(f64({1}, {5})), f64({4}, {-inf, 5, -inf, -inf}));
}

constexpr bool types() {
  const tensor_type x = f32({2, 3});
  return gives<"pad">(f32({3, 5}), {x}, {.before = {1, 0}, .after = {0, 2}}) &&
         refuses<"pad">("litho::pad: before and after need one number per axis of f32[2,3]: 1 vs 2", {x},
                        {.before = 1, .after = {0, 0}}) &&
         refuses<"pad">("litho::pad: padding must not be negative: -1 around f32[2,3]", {x},
                        {.before = {0, 0}, .after = {0, -1}}) &&
         info_of<"pad">.unchanged(x, packed(pad_attributes{{0, 0}, {0, 0}, 1}).view()) &&
         !info_of<"pad">.unchanged(x, packed(pad_attributes{{0, 0}, {0, 1}, 1}).view()) &&
         prints<"pad">("before=[0,1] after=[2,0] value=-inf", {{0, 1}, {2, 0}, -inf});
}

TEST_CASE("pad") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::pad_op
