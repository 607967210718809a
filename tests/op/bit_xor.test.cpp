// SPDX-License-Identifier: BSL-1.0
#include <litho/op/bit_xor.hpp>

#include "values.hpp"

namespace litho::test::bit_xor_op {
namespace {

using i8 = std::int8_t;
using u64 = std::uint64_t;

constexpr bool values() {
  const tensor a = typed<i8>({4}, {12, -1, 0, -128});
  const tensor b = typed<i8>({4}, {10, 85, 7, 127});
  return same(eager<"bit_xor">(a, b), typed<i8>({4}, {6, -86, 7, -1})) &&
         same(eager<"bit_xor">(typed<u64>({1}, {0xf000000000000001}), typed<u64>({1}, {0x9000000000000003})),
              typed<u64>({1}, {0x6000000000000002}));
}

constexpr bool types() {
  return gives<"bit_xor">(typed<u64>({2, 3}), {typed<u64>({2, 1}), typed<u64>({3})}) &&
         refuses<"bit_xor">("litho::bit_xor: takes integers: got f32[2]", {f32({2}), f32({2})}) &&
         refuses<"bit_xor">("litho::bit_xor: takes integers: got bool[2]", {typed<bool>({2}), typed<bool>({2})});
}

TEST_CASE("bit_xor") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::bit_xor_op
