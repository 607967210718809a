// SPDX-License-Identifier: BSL-1.0
#include <litho/op/bit_cast.hpp>
#include <litho/op/cast.hpp>

#include "values.hpp"

namespace litho::test::bit_cast_op {
namespace {

using i32 = std::int32_t;
using i64 = std::int64_t;
using u8 = std::uint8_t;
using i8 = std::int8_t;
using u16 = std::uint16_t;

constexpr bool values() {
  return same(eager<"bit_cast", {.element = 6}>(f32({4}, {1, -2, 0, -0.0F})),
              typed<i32>({4}, {0x3f800000, -0x40000000, 0, -0x7fffffff - 1})) &&
         same(eager<"bit_cast">(typed<i32>({2}, {0x7f800000, 1})), f32({2}, {static_cast<float>(inf), 0x1p-149F})) &&
         same(eager<"bit_cast", {.element = 7}>(f64({2}, {1, -inf})),
              typed<i64>({2}, {0x3ff0000000000000, -0x10000000000000})) &&
         same(eager<"bit_cast", {.element = 11}>(typed<i64>({1}, {0x4008000000000000})), f64({1}, {3})) &&
         same(eager<"bit_cast", {.element = 3}>(typed<u8>({3}, {0, 127, 255})), typed<i8>({3}, {0, 127, -1})) &&
         same(eager<"bit_cast", {.element = 4}>(eager<"bit_cast", {.element = 10}>(typed<u16>({2}, {0x3c00, 0xb800}))),
              typed<u16>({2}, {0x3c00, 0xb800})) &&
         same(eager<"cast">(eager<"bit_cast", {.element = 10}>(typed<u16>({2}, {0x3c00, 0xb800}))),
              f32({2}, {1, -0.5F})) &&
         same(eager<"cast">(eager<"bit_cast", {.element = 16}>(typed<u16>({1}, {0x3f80}))), f32({1}, {1})) &&
         same(eager<"bit_cast">(typed<i32>({1}, {0x7fc00001})), f32({1}, {static_cast<float>(nan)}));
}

constexpr bool types() {
  return gives<"bit_cast">(typed<i32>({2, 3}), {f32({2, 3})}, {.element = 6}) &&
         refuses<"bit_cast">("litho::bit_cast: element types must be of one size: f32[2] as f64[2]", {f32({2})},
                             {.element = 11}) &&
         refuses<"bit_cast">("litho::bit_cast: booleans have no bits of their own: u8[2] as bool[2]", {typed<u8>({2})},
                             {.element = 9}) &&
         refuses<"bit_cast">("litho::bit_cast: unknown element type 8 for f32[2]", {f32({2})}, {.element = 8}) &&
         refuses<"bit_cast">("litho::bit_cast: unknown element type 257 for f32[2]", {f32({2})}, {.element = 257}) &&
         prints<"bit_cast">("element=6", {.element = 6});
}

TEST_CASE("bit_cast") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::bit_cast_op
