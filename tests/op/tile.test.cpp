// SPDX-License-Identifier: BSL-1.0
#include <litho/op/tile.hpp>

#include "values.hpp"

namespace litho::test::tile_op {
namespace {

constexpr bool values() {
  const tensor x = f32({2, 2}, {0, 1, 2, 3});
  return same(eager<"tile", {.repeats = {2, 2}}>(x), f32({4, 4}, {0, 1, 0, 1, 2, 3, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3})) &&
         same(eager<"tile", {.repeats = {1, 3}}>(x), f32({2, 6}, {0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3})) &&
         same(eager<"tile", {.repeats = {0, 1}}>(x), f32({0, 2}, {})) &&
         same(eager<"tile">(f32({}, {7})), f32({}, {7})) &&
         same(eager<"tile", {.repeats = {2}}>(typed<bool>({2}, {true, false})),
              typed<bool>({4}, {true, false, true, false}));
}

constexpr bool types() {
  const tensor_type x = f32({2, 3});
  return gives<"tile">(f32({4, 9}), {x}, {.repeats = {2, 3}}) &&
         refuses<"tile">("litho::tile: repeats need one number per axis of f32[2,3]: 1 vs 2", {x}, {.repeats = {2}}) &&
         refuses<"tile">("litho::tile: repeats must not be negative: -1 of f32[2,3]", {x}, {.repeats = {1, -1}}) &&
         !infer<"tile">({x}, {.repeats = {most_elements, most_elements}}).ok() &&
         prints<"tile">("repeats=[1,2]", {.repeats = {1, 2}});
}

TEST_CASE("tile") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::tile_op
