// SPDX-License-Identifier: BSL-1.0
#include <litho/op/bit_and.hpp>

#include "values.hpp"

namespace litho::test::bit_and_op {
namespace {

using i8 = std::int8_t;
using u64 = std::uint64_t;

constexpr bool values() {
  const tensor a = typed<i8>({4}, {12, -1, 0, -128});
  const tensor b = typed<i8>({4}, {10, 85, 7, 127});
  return same(eager<"bit_and">(a, b), typed<i8>({4}, {8, 85, 0, 0})) &&
         same(eager<"bit_and">(typed<u64>({1}, {0xf000000000000001}), typed<u64>({1}, {0x9000000000000003})),
              typed<u64>({1}, {0x9000000000000001}));
}

constexpr bool types() {
  return gives<"bit_and">(typed<u64>({2, 3}), {typed<u64>({2, 1}), typed<u64>({3})}) &&
         refuses<"bit_and">("litho::bit_and: takes integers: got f32[2]", {f32({2}), f32({2})}) &&
         refuses<"bit_and">("litho::bit_and: takes integers: got bool[2]", {typed<bool>({2}), typed<bool>({2})});
}

TEST_CASE("bit_and") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::bit_and_op
