// SPDX-License-Identifier: BSL-1.0
#include <litho/op/cast.hpp>

#include "values.hpp"

namespace litho::test::cast_op {
namespace {

using i8 = std::int8_t;
using i32 = std::int32_t;
using i64 = std::int64_t;
using u8 = std::uint8_t;
using u64 = std::uint64_t;

/// The attribute of a cast to T.
template <element T>
constexpr cast_attributes to{static_cast<i64>(dtype_of<T>::value)};

constexpr bool values() {
  return same(eager<"cast", {.element = 1}>(f64({4}, {0.1, -0.0, 1e300, 16777217})),
              f32({4}, {0.1f, -0.0f, std::numeric_limits<float>::infinity(), 16777216})) &&
         same(eager<"cast", {.element = 11}>(f32({2}, {0.1f, 3})), f64({2}, {static_cast<double>(0.1f), 3}));
}

constexpr bool integers() {
  return same(eager<"cast", to<i32>>(f32({5}, {2.75f, -2.75f, 0.5f, -0.0f, 1e6f})),
              typed<i32>({5}, {2, -2, 0, 0, 1000000})) &&
         same(eager<"cast", to<u8>>(f32({4}, {255.9f, 256, -1, -0.5f})), typed<u8>({4}, {255, 0, 255, 0})) &&
         same(eager<"cast", to<i8>>(typed<i32>({3}, {127, 128, -129})), typed<i8>({3}, {127, -128, 127})) &&
         same(eager<"cast", to<i64>>(f64({4}, {nan, inf, -1e30, 9007199254740992})),
              typed<i64>({4},
                         {0, std::numeric_limits<i64>::max(), std::numeric_limits<i64>::min(), 9007199254740992})) &&
         same(eager<"cast", to<i64>>(typed<i64>({1}, {9007199254740993})), typed<i64>({1}, {9007199254740993})) &&
         same(eager<"cast", to<u64>>(typed<i64>({1}, {-1})), typed<u64>({1}, {0xffffffffffffffff})) &&
         same(eager<"cast", to<i64>>(typed<u64>({1}, {0x8000000000000001})), typed<i64>({1}, {-0x7fffffffffffffff})) &&
         same(eager<"cast", to<double>>(typed<i64>({2}, {9007199254740993, -3})), f64({2}, {9007199254740992, -3})) &&
         same(eager<"cast", to<double>>(typed<u64>({2}, {0xfffffffffffff800, 3})),
              f64({2}, {18446744073709549568.0, 3})) &&
         same(eager<"cast", to<float>>(typed<i32>({1}, {16777217})), f32({1}, {16777216}));
}

constexpr bool booleans() {
  return same(eager<"cast", to<bool>>(f32({4}, {0, -0.0f, 0.25f, -3})), typed<bool>({4}, {false, false, true, true})) &&
         same(eager<"cast", to<bool>>(f64({2}, {nan, inf})), typed<bool>({2}, {true, true})) &&
         same(eager<"cast", to<bool>>(typed<i32>({3}, {0, 256, -1})), typed<bool>({3}, {false, true, true})) &&
         same(eager<"cast", to<float>>(typed<bool>({2}, {false, true})), f32({2}, {0, 1})) &&
         same(eager<"cast", to<i8>>(typed<bool>({2}, {false, true})), typed<i8>({2}, {0, 1}));
}

constexpr bool types() {
  constexpr op_info info = info_of<"cast">;
  return gives<"cast">(f64({2, 3}), {f32({2, 3})}, {.element = 11}) &&
         refuses<"cast">("litho::cast: unknown element type 99 for f32[2]", {f32({2})}, {.element = 99}) &&
         info.unchanged(f32({2}), packed(cast_attributes{1}).view()) &&
         !info.unchanged(f32({2}), packed(cast_attributes{11}).view()) && prints<"cast">("element=11", {11});
}

TEST_CASE("cast") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(integers());
  REQUIRE(integers());
  STATIC_REQUIRE(booleans());
  REQUIRE(booleans());
  STATIC_REQUIRE(types());
  REQUIRE(types());
  REQUIRE(same(at<"cast", {.element = 11}>(nan), nan));
}

}  // namespace
}  // namespace litho::test::cast_op
