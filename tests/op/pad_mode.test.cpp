// SPDX-License-Identifier: BSL-1.0
#include <litho/op/pad_mode.hpp>

#include "values.hpp"

namespace litho::test::pad_mode_op {
namespace {

using i64 = std::int64_t;

constexpr bool values() {
  const tensor x = f32({3, 2}, {1, 1.25F, 2.5F, 3.5F, 4.5F, 5.75F});
  const tensor row = f32({3}, {1, 2, 3});
  return same(eager<"pad_mode", {.before = {0, 1}, .after = {0, 0}}>(x),
              f32({3, 3}, {1.25F, 1, 1.25F, 3.5F, 2.5F, 3.5F, 5.75F, 4.5F, 5.75F})) &&
         same(eager<"pad_mode", {.before = {2}, .after = {1}, .mode = pad_reflect}>(row),
              f32({6}, {3, 2, 1, 2, 3, 2})) &&
         same(eager<"pad_mode", {.before = {2}, .after = {1}, .mode = pad_edge}>(row), f32({6}, {1, 1, 1, 2, 3, 3})) &&
         same(eager<"pad_mode", {.before = {2}, .after = {1}, .mode = pad_wrap}>(row), f32({6}, {2, 3, 1, 2, 3, 1})) &&
         same(eager<"pad_mode", {.before = {2}, .after = {1}, .mode = pad_constant, .value = 7}>(row),
              f32({6}, {7, 7, 1, 2, 3, 7})) &&
         same(eager<"pad_mode", {.before = {5}, .after = {6}, .mode = pad_reflect}>(row),
              f32({14}, {2, 1, 2, 3, 2, 1, 2, 3, 2, 1, 2, 3, 2, 1}));
}
constexpr bool cropped() {
  const tensor row = f32({3}, {1, 2, 3});
  return same(eager<"pad_mode", {.before = {-1}, .after = {0}, .mode = pad_constant}>(row), f32({2}, {2, 3})) &&
         same(eager<"pad_mode", {.before = {-1}, .after = {2}, .mode = pad_wrap}>(row), f32({4}, {2, 3, 2, 3})) &&
         same(eager<"pad_mode", {.before = {1}, .after = {-2}, .mode = pad_reflect}>(row), f32({2}, {1, 1})) &&
         same(eager<"pad_mode", {.before = {-3}, .after = {2}, .mode = pad_constant, .value = -1}>(
                  typed<i64>({3}, {1, 2, 3})),
              typed<i64>({2}, {-1, -1}));
}

constexpr bool types() {
  const tensor_type x = f32({2, 3});
  return cropped() && gives<"pad_mode">(f32({3, 2}), {x}, {.before = {1, -2}, .after = {0, 1}}) &&
         refuses<"pad_mode">("litho::pad_mode: no such mode: 4 for f32[2,3]", {x}, {.mode = 4}) &&
         refuses<"pad_mode">("litho::pad_mode: before and after need one number per axis of f32[2,3]: 1 vs 2", {x},
                             {.before = {1}, .after = {1, 1}}) &&
         refuses<"pad_mode">("litho::pad_mode: 4 elements are taken from an axis of 3: f32[2,3]", {x},
                             {.before = {0, -2}, .after = {0, -2}}) &&
         refuses<"pad_mode">("litho::pad_mode: nothing is left on axis 1 to pad with: f32[2,3]", {x},
                             {.before = {0, -3}, .after = {0, 1}}) &&
         prints<"pad_mode">("before=[1] after=[-1] mode=3 value=0", {.before = {1}, .after = {-1}, .mode = pad_wrap});
}

TEST_CASE("pad_mode") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::pad_mode_op
