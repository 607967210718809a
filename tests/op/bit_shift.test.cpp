// SPDX-License-Identifier: BSL-1.0
#include <litho/op/bit_shift.hpp>

#include "values.hpp"

namespace litho::test::bit_shift_op {
namespace {

using u8 = std::uint8_t;
using u64 = std::uint64_t;

constexpr bool values() {
  const tensor x = typed<u8>({5}, {1, 3, 255, 255, 255});
  const tensor places = typed<u8>({5}, {0, 7, 4, 8, 255});
  const tensor wide = typed<u64>({4}, {0, 1, 63, 64});
  const tensor high = typed<u64>({1}, {0xf000000000000001});
  return same(eager<"bit_shift">(x, places), typed<u8>({5}, {1, 128, 240, 0, 0})) &&
         same(eager<"bit_shift", {.right = true}>(x, places), typed<u8>({5}, {1, 0, 15, 0, 0})) &&
         same(eager<"bit_shift">(high, wide),
              typed<u64>({4}, {0xf000000000000001, 0xe000000000000002, 0x8000000000000000, 0})) &&
         same(eager<"bit_shift", {.right = true}>(high, wide),
              typed<u64>({4}, {0xf000000000000001, 0x7800000000000000, 1, 0}));
}

constexpr bool types() {
  return gives<"bit_shift">(typed<u64>({2, 3}), {typed<u64>({2, 1}), typed<u64>({3})}) &&
         refuses<"bit_shift">("litho::bit_shift: takes unsigned integers: got i32[2]",
                              {typed<std::int32_t>({2}), typed<std::int32_t>({2})}) &&
         refuses<"bit_shift">("litho::bit_shift: takes integers: got f32[2]", {f32({2}), f32({2})}) &&
         refuses<"bit_shift">("litho::bit_shift: element types differ: u8[2] and u64[2]",
                              {typed<u8>({2}), typed<u64>({2})});
}

constexpr bool attributes() {
  return prints<"bit_shift">("right=0", {}) && prints<"bit_shift">("right=1", {.right = true});
}

TEST_CASE("bit_shift") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
  STATIC_REQUIRE(attributes());
  REQUIRE(attributes());
}

}  // namespace
}  // namespace litho::test::bit_shift_op
