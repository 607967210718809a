// SPDX-License-Identifier: BSL-1.0
#include <litho/op/bit_not.hpp>

#include "values.hpp"

namespace litho::test::bit_not_op {
namespace {

using i8 = std::int8_t;
using u8 = std::uint8_t;
using u64 = std::uint64_t;

constexpr bool values() {
  return same(eager<"bit_not">(typed<i8>({3}, {0, -1, 127})), typed<i8>({3}, {-1, 0, -128})) &&
         same(eager<"bit_not">(typed<u8>({2}, {0, 170})), typed<u8>({2}, {255, 85})) &&
         same(eager<"bit_not">(typed<u64>({1}, {1})), typed<u64>({1}, {0xfffffffffffffffe}));
}

constexpr bool types() {
  return gives<"bit_not">(typed<u8>({2}), {typed<u8>({2})}) &&
         refuses<"bit_not">("litho::bit_not: takes integers: got f64[]", {f64({})});
}

TEST_CASE("bit_not") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::bit_not_op
