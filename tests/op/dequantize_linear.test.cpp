// SPDX-License-Identifier: BSL-1.0
#include <litho/op/dequantize_linear.hpp>

#include "values.hpp"

namespace litho::test::dequantize_linear_op {
namespace {

using i8 = std::int8_t;
using i32 = std::int32_t;
using u8 = std::uint8_t;

constexpr bool values() {
  return same(eager<"dequantize_linear">(typed<u8>({3}, {0, 128, 255}), f32({}, {0.5f}), typed<u8>({}, {128})),
              f32({3}, {-64, 0, 63.5f})) &&
         same(eager<"dequantize_linear">(typed<i8>({2, 2}, {-128, 127, 1, 2}), f32({2, 1}, {2, 3}),
                                         typed<i8>({2, 1}, {127, 0})),
              f32({2, 2}, {-510, 0, 3, 6})) &&
         same(eager<"dequantize_linear">(typed<i32>({1}, {16777217}), f64({}, {2}), typed<i32>({}, {0})),
              f64({1}, {33554434})) &&
         same(eager<"dequantize_linear">(typed<i32>({1}, {16777217}), f32({}, {2}), typed<i32>({}, {0})),
              f32({1}, {33554434.0f}));
}

constexpr bool types() {
  const tensor_type x = typed<u8>({2, 3});
  const tensor_type zero = typed<u8>({});
  return gives<"dequantize_linear">(f64({2, 3}), {x, f64({2, 1}), zero}) &&
         refuses<"dequantize_linear">("litho::dequantize_linear: x must be integers: got f32[2]",
                                      {f32({2}), f32({}), f32({})}) &&
         refuses<"dequantize_linear">(
             "litho::dequantize_linear: x and its zero point must be of one type: u8[2,3] and i8[]",
             {x, f32({}), typed<i8>({})}) &&
         refuses<"dequantize_linear">("litho::dequantize_linear: scale must be floats: got u8[]", {x, zero, zero}) &&
         refuses<"dequantize_linear">("litho::dequantize_linear: shapes do not broadcast: f32[2,3] and f32[2]",
                                      {x, f32({2}), zero});
}

TEST_CASE("dequantize_linear") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::dequantize_linear_op
