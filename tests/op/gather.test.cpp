// SPDX-License-Identifier: BSL-1.0
#include <litho/op/gather.hpp>

#include "values.hpp"

namespace litho::test::gather_op {
namespace {

using i32 = std::int32_t;
using i64 = std::int64_t;

constexpr bool values() {
  const tensor x = f32({3, 2}, {0, 1, 2, 3, 4, 5});
  const tensor big = typed<i64>({2}, {9007199254740993, -1});
  return same(eager<"gather">(x, typed<i64>({2}, {2, -3})), f32({2, 2}, {4, 5, 0, 1})) &&
         same(eager<"gather", {.axis = -1}>(x, typed<i32>({1, 2}, {1, 0})), f32({3, 1, 2}, {1, 0, 3, 2, 5, 4})) &&
         same(eager<"gather">(x, typed<i64>({}, {1})), f32({2}, {2, 3})) &&
         same(eager<"gather">(big, typed<i64>({1}, {0})), typed<i64>({1}, {9007199254740993})) &&
         same(eager<"gather">(x, typed<i64>({2}, {7, -7})), f32({2, 2}, {4, 5, 0, 1})) &&
         same(eager<"gather">(x, typed<i64>({0}, {})), f32({0, 2}, {}));
}

constexpr bool types() {
  const tensor_type x = f32({2, 3});
  return gives<"gather">(f32({2, 4, 5}), {x, typed<i64>({4, 5})}, {.axis = 1}) &&
         refuses<"gather">("litho::gather: axis 2 is outside of f32[2,3] (rank 2)", {x, typed<i64>({1})},
                           {.axis = 2}) &&
         refuses<"gather">("litho::gather: indices must be i32 or i64: got f32[1]", {x, f32({1})}, {}) &&
         !infer<"gather">({f32({0, 3}), typed<i64>({1})}).ok() && prints<"gather">("axis=1", {.axis = 1});
}

TEST_CASE("gather") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::gather_op
