// SPDX-License-Identifier: BSL-1.0
#include <litho/op/mod.hpp>

#include "values.hpp"

namespace litho::test::mod_op {
namespace {

using i32 = std::int32_t;
using i64 = std::int64_t;
using u64 = std::uint64_t;

constexpr bool values() {
  const tensor x = typed<i32>({6}, {7, -7, 7, -7, 6, 5});
  const tensor y = typed<i32>({6}, {3, 3, -3, -3, 3, 0});
  const tensor least = typed<i64>({2}, {std::numeric_limits<i64>::min(), std::numeric_limits<i64>::max()});
  const tensor a = f64({7}, {7.5, -7.5, 7.5, -4, 1, 0.0, -0.0});
  const tensor b = f64({7}, {2, 2, -2, 2, inf, 3, 3});
  return same(eager<"mod">(x, y), typed<i32>({6}, {1, 2, -2, -1, 0, 0})) &&
         same(eager<"mod", {.truncated = true}>(x, y), typed<i32>({6}, {1, -1, 1, -1, 0, 0})) &&
         same(eager<"mod">(least, typed<i64>({}, {-1})), typed<i64>({2}, {0, 0})) &&
         same(eager<"mod">(least, typed<i64>({}, {10})), typed<i64>({2}, {2, 7})) &&
         same(eager<"mod">(typed<u64>({1}, {0xffffffffffffffff}), typed<u64>({}, {10})), typed<u64>({1}, {5})) &&
         same(eager<"mod", {.truncated = true}>(a, b), f64({7}, {1.5, -1.5, 1.5, -0.0, 1, 0.0, -0.0}));
}

constexpr bool types() {
  return gives<"mod">(typed<i32>({2, 3}), {typed<i32>({2, 1}), typed<i32>({3})}) &&
         gives<"mod">(f32({2}), {f32({2}), f32({2})}, {true}) &&
         refuses<"mod">("litho::mod: takes floats only where it is truncated: got f32[2]", {f32({2}), f32({2})}) &&
         refuses<"mod">("litho::mod: takes numbers: got bool[2]", {typed<bool>({2}), typed<bool>({2})});
}

constexpr bool attributes() {
  return prints<"mod">("truncated=0", {}) && prints<"mod">("truncated=1", {.truncated = true});
}

TEST_CASE("mod") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
  STATIC_REQUIRE(attributes());
  REQUIRE(attributes());
  REQUIRE(same(eager<"mod", {.truncated = true}>(f64({4}, {inf, 1, nan, 1}), f64({4}, {1, 0, 1, nan})),
               f64({4}, {nan, nan, nan, nan})));
}

}  // namespace
}  // namespace litho::test::mod_op
