// SPDX-License-Identifier: BSL-1.0
#include <litho/op/gather_nd.hpp>

#include "values.hpp"

namespace litho::test::gather_nd_op {
namespace {

using i64 = std::int64_t;

constexpr bool values() {
  const tensor x = f32({2, 2}, {0, 1, 2, 3});
  const tensor cube = f32({2, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7});
  return same(eager<"gather_nd">(x, typed<i64>({2, 2}, {0, 0, 1, 1})), f32({2}, {0, 3})) &&
         same(eager<"gather_nd">(x, typed<i64>({2, 1}, {1, 0})), f32({2, 2}, {2, 3, 0, 1})) &&
         same(eager<"gather_nd">(cube, typed<i64>({2, 2}, {0, 1, 1, 0})), f32({2, 2}, {2, 3, 4, 5})) &&
         same(eager<"gather_nd">(cube, typed<i64>({2, 1, 2}, {0, 1, 1, -2})), f32({2, 1, 2}, {2, 3, 4, 5})) &&
         same(eager<"gather_nd", {.batch_dims = 1}>(cube, typed<i64>({2, 1}, {1, 0})), f32({2, 2}, {2, 3, 4, 5})) &&
         same(eager<"gather_nd", {.batch_dims = 1}>(x, typed<i64>({2, 3, 1}, {0, 1, 0, 1, 1, 0})),
              f32({2, 3}, {0, 1, 0, 3, 3, 2})) &&
         same(eager<"gather_nd">(x, typed<i64>({1, 2}, {9, -9})), f32({1}, {2})) &&
         same(eager<"gather_nd">(x, typed<i64>({0, 2}, {})), f32({0}, {}));
}

constexpr bool types() {
  const tensor_type x = f32({2, 3, 4});
  return gives<"gather_nd">(f32({5, 4}), {x, typed<i64>({5, 2})}) &&
         gives<"gather_nd">(f32({2, 6}), {x, typed<i64>({2, 6, 2})}, {.batch_dims = 1}) &&
         gives<"gather_nd">(f32({}), {f32({3}), typed<i64>({1})}) &&
         refuses<"gather_nd">("litho::gather_nd: indices must be i32 or i64: got f32[1]", {x, f32({1})}) &&
         refuses<"gather_nd">("litho::gather_nd: 1 batch axes are too many: f32[2,3,4], indices i64[2]",
                              {x, typed<i64>({2})}, {.batch_dims = 1}) &&
         refuses<"gather_nd">("litho::gather_nd: batch axes differ: f32[2,3,4], indices i64[3,1] (2 vs 3)",
                              {x, typed<i64>({3, 1})}, {.batch_dims = 1}) &&
         refuses<"gather_nd">("litho::gather_nd: places of 4 indices do not fit 3 axes: f32[2,3,4], indices i64[1,4]",
                              {x, typed<i64>({1, 4})}) &&
         refuses<"gather_nd">("litho::gather_nd: nothing to gather from: f32[0,2]",
                              {f32({0, 2}), typed<i64>({1, 1})}) &&
         prints<"gather_nd">("batch_dims=1", {.batch_dims = 1});
}

TEST_CASE("gather_nd") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::gather_nd_op
