// SPDX-License-Identifier: BSL-1.0
#include <litho/op/bit_or.hpp>

#include "values.hpp"

namespace litho::test::bit_or_op {
namespace {

using i8 = std::int8_t;
using u64 = std::uint64_t;

constexpr bool values() {
  const tensor a = typed<i8>({4}, {12, -1, 0, -128});
  const tensor b = typed<i8>({4}, {10, 85, 7, 127});
  return same(eager<"bit_or">(a, b), typed<i8>({4}, {14, -1, 7, -1})) &&
         same(eager<"bit_or">(typed<u64>({1}, {0xf000000000000001}), typed<u64>({1}, {0x9000000000000003})),
              typed<u64>({1}, {0xf000000000000003}));
}

constexpr bool types() {
  return gives<"bit_or">(typed<u64>({2, 3}), {typed<u64>({2, 1}), typed<u64>({3})}) &&
         refuses<"bit_or">("litho::bit_or: takes integers: got f32[2]", {f32({2}), f32({2})}) &&
         refuses<"bit_or">("litho::bit_or: takes integers: got bool[2]", {typed<bool>({2}), typed<bool>({2})});
}

TEST_CASE("bit_or") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::bit_or_op
