// SPDX-License-Identifier: BSL-1.0
#include <litho/op/greater.hpp>

#include "values.hpp"

namespace litho::test::greater_op {
namespace {

using i64 = std::int64_t;
using u64 = std::uint64_t;

constexpr bool values() {
  const tensor a = f64({7}, {1, 2, 2, 0.0, inf, nan, -inf});
  const tensor b = f64({7}, {2, 1, 2, -0.0, inf, 1, nan});
  return same(eager<"greater">(a, b), typed<bool>({7}, {false, true, false, false, false, false, false})) &&
         same(eager<"greater">(f32({2, 1}, {1, 2}), f32({2}, {1, 2})),
              typed<bool>({2, 2}, {false, false, true, false})) &&
         same(eager<"greater">(typed<u64>({2}, {0xffffffffffffffff, 1}), typed<u64>({}, {1})),
              typed<bool>({2}, {true, false})) &&
         same(eager<"greater">(typed<i64>({1}, {9007199254740993}), typed<i64>({1}, {9007199254740992})),
              typed<bool>({1}, {true}));
}

constexpr bool types() {
  return gives<"greater">(typed<bool>({2, 3}), {f32({2, 1}), f32({3})}) &&
         refuses<"greater">("litho::greater: takes numbers: got bool[2]", {typed<bool>({2}), typed<bool>({2})}) &&
         refuses<"greater">("litho::greater: element types differ: f32[2] and i64[2]", {f32({2}), typed<i64>({2})}) &&
         refuses<"greater">("litho::greater: shapes do not broadcast: f32[2] and f32[3]", {f32({2}), f32({3})});
}

TEST_CASE("greater") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::greater_op
