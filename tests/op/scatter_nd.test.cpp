// SPDX-License-Identifier: BSL-1.0
#include <litho/op/scatter_nd.hpp>

#include "values.hpp"

namespace litho::test::scatter_nd_op {
namespace {

using i64 = std::int64_t;

constexpr bool values() {
  const tensor x = f32({8}, {1, 2, 3, 4, 5, 6, 7, 8});
  const tensor square = f32({2, 2}, {1, 2, 3, 4});
  const tensor updates = f32({2, 2}, {10, 20, 30, 40});
  return same(eager<"scatter_nd">(x, typed<i64>({4, 1}, {4, 3, 1, 7}), f32({4}, {9, 10, 11, 12})),
              f32({8}, {1, 11, 3, 10, 9, 6, 7, 12})) &&
         same(eager<"scatter_nd">(square, typed<i64>({2, 1}, {1, -2}), updates), f32({2, 2}, {30, 40, 10, 20})) &&
         same(eager<"scatter_nd", {.reduction = scatter_add}>(square, typed<i64>({2, 1}, {1, 1}), updates),
              f32({2, 2}, {1, 2, 43, 64})) &&
         same(eager<"scatter_nd", {.reduction = scatter_mul}>(square, typed<i64>({2, 2}, {0, 1, 1, 0}),
                                                              f32({2}, {5, 7})),
              f32({2, 2}, {1, 10, 21, 4})) &&
         same(eager<"scatter_nd", {.reduction = scatter_min}>(square, typed<i64>({1, 1}, {1}), f32({1, 2}, {9, 0})),
              f32({2, 2}, {1, 2, 3, 0})) &&
         same(eager<"scatter_nd", {.reduction = scatter_max}>(square, typed<i64>({1, 1}, {1}), f32({1, 2}, {9, 0})),
              f32({2, 2}, {1, 2, 9, 4})) &&
         same(eager<"scatter_nd">(square, typed<i64>({2, 2}, {0, 2, -3, 0}), f32({2}, {5, 7})), square);
}

constexpr bool types() {
  const tensor_type x = f32({2, 3, 4});
  return gives<"scatter_nd">(x, {x, typed<i64>({5, 2}), f32({5, 4})}) &&
         gives<"scatter_nd">(x, {x, typed<i64>({3}), f32({})}) &&
         refuses<"scatter_nd">("litho::scatter_nd: updates must be f32[5,4]: got f32[5,3]",
                               {x, typed<i64>({5, 2}), f32({5, 3})}) &&
         refuses<"scatter_nd">("litho::scatter_nd: places of 4 indices do not fit 3 axes: f32[2,3,4], indices i64[5,4]",
                               {x, typed<i64>({5, 4}), f32({5})}) &&
         refuses<"scatter_nd">("litho::scatter_nd: no such reduction: -1 for f32[2,3,4]",
                               {x, typed<i64>({5, 2}), f32({5, 4})}, {.reduction = -1}) &&
         prints<"scatter_nd">("reduction=1", {.reduction = scatter_add});
}

TEST_CASE("scatter_nd") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::scatter_nd_op
