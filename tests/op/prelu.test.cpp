// SPDX-License-Identifier: BSL-1.0
#include <litho/op/prelu.hpp>

#include "values.hpp"

namespace litho::test::prelu_op {
namespace {

using i32 = std::int32_t;

constexpr bool values() {
  return same(eager<"prelu">(f64({5}, {1, -2, 0.0, -0.0, -inf}), f64({}, {0.5})), f64({5}, {1, -1, 0.0, -0.0, -inf})) &&
         same(eager<"prelu">(f32({2, 2}, {-1, -2, 3, -4}), f32({2, 1}, {2, 3})), f32({2, 2}, {-2, -4, 3, -12})) &&
         same(eager<"prelu">(typed<i32>({2}, {-3, 3}), typed<i32>({}, {2})), typed<i32>({2}, {-6, 3}));
}

constexpr bool types() {
  return gives<"prelu">(f32({2, 3}), {f32({2, 3}), f32({2, 1})}) &&
         refuses<"prelu">("litho::prelu: shapes do not broadcast: f32[2] and f32[3]", {f32({2}), f32({3})}) &&
         refuses<"prelu">("litho::prelu: takes numbers: got bool[2]", {typed<bool>({2}), typed<bool>({2})});
}

TEST_CASE("prelu") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
  REQUIRE(same(at<"prelu">(nan, 2), nan));
}

}  // namespace
}  // namespace litho::test::prelu_op
