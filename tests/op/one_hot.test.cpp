// SPDX-License-Identifier: BSL-1.0
#include <litho/op/one_hot.hpp>

#include "values.hpp"

namespace litho::test::one_hot_op {
namespace {

using i32 = std::int32_t;
using i64 = std::int64_t;

constexpr bool values() {
  const tensor indices = typed<i64>({3}, {0, 2, -1});
  const tensor values = f32({2}, {2, 5});
  return same(eager<"one_hot", {.depth = 3}>(indices, values), f32({3, 3}, {5, 2, 2, 2, 2, 5, 2, 2, 5})) &&
         same(eager<"one_hot", {.depth = 2, .axis = 0}>(indices, values), f32({2, 3}, {5, 2, 2, 2, 2, 5})) &&
         same(eager<"one_hot", {.depth = 2}>(f32({2}, {1, -3}), typed<i32>({2}, {0, 1})),
              typed<i32>({2, 2}, {0, 1, 0, 0})) &&
         same(eager<"one_hot", {.depth = 0}>(indices, values), f32({3, 0}, {}));
}

constexpr bool types() {
  const tensor_type indices = typed<i64>({2, 3});
  return gives<"one_hot">(f32({2, 4, 3}), {indices, f32({2})}, {.depth = 4, .axis = 1}) &&
         gives<"one_hot">(f32({2, 3, 4}), {indices, f32({2})}, {.depth = 4}) &&
         refuses<"one_hot">("litho::one_hot: values must be [2], off and on: got f32[3]", {indices, f32({3})}) &&
         refuses<"one_hot">("litho::one_hot: axis 3 is outside of the result for i64[2,3] (rank 3)",
                            {indices, f32({2})}, {.axis = 3}) &&
         refuses<"one_hot">("litho::one_hot: depth must not be negative: -1 for i64[2,3]", {indices, f32({2})},
                            {.depth = -1}) &&
         !infer<"one_hot">({indices, f32({2})}, {.depth = most_elements}).ok() &&
         prints<"one_hot">("depth=3 axis=-1", {.depth = 3});
}

TEST_CASE("one_hot") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::one_hot_op
