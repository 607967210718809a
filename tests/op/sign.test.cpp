// SPDX-License-Identifier: BSL-1.0
#include <litho/op/sign.hpp>

#include "values.hpp"

namespace litho::test::sign_op {
namespace {

using i32 = std::int32_t;
using u64 = std::uint64_t;

constexpr bool values() {
  return same(eager<"sign">(f64({7}, {2.5, -0.25, 0.0, -0.0, inf, -inf, nan})),
              f64({7}, {1, -1, 0.0, -0.0, 1, -1, nan})) &&
         same(eager<"sign">(typed<i32>({3}, {-7, 0, 7})), typed<i32>({3}, {-1, 0, 1})) &&
         same(eager<"sign">(typed<u64>({2}, {0xffffffffffffffff, 0})), typed<u64>({2}, {1, 0}));
}

constexpr bool types() {
  return gives<"sign">(typed<i32>({2}), {typed<i32>({2})}) &&
         refuses<"sign">("litho::sign: takes numbers: got bool[2]", {typed<bool>({2})});
}

TEST_CASE("sign") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::sign_op
