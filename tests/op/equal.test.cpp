// SPDX-License-Identifier: BSL-1.0
#include <litho/op/equal.hpp>

#include "values.hpp"

namespace litho::test::equal_op {
namespace {

using i64 = std::int64_t;

constexpr bool values() {
  const tensor a = f64({7}, {1, 2, 2, 0.0, inf, nan, -inf});
  const tensor b = f64({7}, {2, 1, 2, -0.0, inf, 1, nan});
  return same(eager<"equal">(a, b), typed<bool>({7}, {false, false, true, true, true, false, false})) &&
         same(eager<"equal">(f32({2, 1}, {1, 2}), f32({2}, {1, 2})), typed<bool>({2, 2}, {true, false, false, true})) &&
         same(eager<"equal">(typed<bool>({2}, {true, false}), typed<bool>({}, {true})),
              typed<bool>({2}, {true, false})) &&
         same(eager<"equal">(typed<i64>({1}, {9007199254740993}), typed<i64>({1}, {9007199254740992})),
              typed<bool>({1}, {false}));
}

constexpr bool types() {
  return gives<"equal">(typed<bool>({2, 3}), {f32({2, 1}), f32({3})}) &&
         gives<"equal">(typed<bool>({2}), {typed<bool>({2}), typed<bool>({2})}) &&
         refuses<"equal">("litho::equal: element types differ: f32[2] and i64[2]", {f32({2}), typed<i64>({2})}) &&
         refuses<"equal">("litho::equal: shapes do not broadcast: f32[2] and f32[3]", {f32({2}), f32({3})});
}

TEST_CASE("equal") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::equal_op
