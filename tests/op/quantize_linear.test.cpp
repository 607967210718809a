// SPDX-License-Identifier: BSL-1.0
#include <litho/op/quantize_linear.hpp>

#include "values.hpp"

namespace litho::test::quantize_linear_op {
namespace {

using i8 = std::int8_t;
using i16 = std::int16_t;
using u8 = std::uint8_t;
using u16 = std::uint16_t;

constexpr bool values() {
  const tensor x = f32({8}, {0, 1, 3, -1, 5, 1000, -1000, 254});
  const tensor scale = f32({}, {2});
  const tensor image = f32({2, 2}, {1, 2, 30, 40});
  return same(eager<"quantize_linear">(x, scale, typed<u8>({}, {128})),
              typed<u8>({8}, {128, 128, 130, 128, 130, 255, 0, 255})) &&
         same(eager<"quantize_linear", {.element = 3}>(x, scale, typed<i8>({}, {-1})),
              typed<i8>({8}, {-1, -1, 1, -1, 1, 127, -128, 126})) &&
         same(eager<"quantize_linear", {.element = 4}>(f32({2}, {1e9f, -1}), scale, typed<u16>({}, {7})),
              typed<u16>({2}, {65535, 7})) &&
         same(eager<"quantize_linear", {.element = 5}>(f32({2}, {1e9f, -1e9f}), scale, typed<i16>({}, {7})),
              typed<i16>({2}, {32767, -32768})) &&
         same(eager<"quantize_linear">(image, f32({2, 1}, {1, 10}), typed<u8>({2, 1}, {0, 5})),
              typed<u8>({2, 2}, {1, 2, 8, 9})) &&
         // 25.4999997 steps are 25.5 in float.
         same(eager<"quantize_linear">(f32({1}, {0.5F}), f32({}, {5.0F / 255}), typed<u8>({}, {153})),
              typed<u8>({1}, {179})) &&
         same(eager<"quantize_linear">(f64({2}, {inf, -inf}), f64({}, {1}), typed<u8>({}, {9})),
              typed<u8>({2}, {255, 0}));
}

constexpr bool types() {
  const tensor_type x = f32({2, 3});
  const tensor_type scale = f32({});
  const tensor_type zero = typed<u8>({});
  return gives<"quantize_linear">(typed<u8>({2, 3}), {x, scale, zero}) &&
         gives<"quantize_linear">(typed<i8>({2, 3}), {x, f32({2, 1}), typed<i8>({2, 1})}, {.element = 3}) &&
         refuses<"quantize_linear">("litho::quantize_linear: x must be floats: got i32[2]",
                                    {typed<std::int32_t>({2}), scale, zero}) &&
         refuses<"quantize_linear">("litho::quantize_linear: x and scale must be of one type: f32[2,3] and f64[]",
                                    {x, f64({}), zero}) &&
         refuses<"quantize_linear">("litho::quantize_linear: the zero point must be u8, i8, u16 or i16: got f32[]",
                                    {x, scale, f32({})}) &&
         refuses<"quantize_linear">("litho::quantize_linear: the zero point must have element type 2: got i8[]",
                                    {x, scale, typed<i8>({})}) &&
         refuses<"quantize_linear">("litho::quantize_linear: shapes do not broadcast: f32[2,3] and f32[2]",
                                    {x, f32({2}), zero});
}

constexpr bool attributes() {
  return prints<"quantize_linear">("element=2", {}) && prints<"quantize_linear">("element=3", {.element = 3});
}

TEST_CASE("quantize_linear") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
  STATIC_REQUIRE(attributes());
  REQUIRE(attributes());
  REQUIRE(same(eager<"quantize_linear">(f64({1}, {nan}), f64({}, {1}), typed<u8>({}, {9})), typed<u8>({1}, {0})));
}

}  // namespace
}  // namespace litho::test::quantize_linear_op
