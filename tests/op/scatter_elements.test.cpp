// SPDX-License-Identifier: BSL-1.0
#include <litho/op/scatter_elements.hpp>

#include "values.hpp"

namespace litho::test::scatter_elements_op {
namespace {

using i64 = std::int64_t;

constexpr bool values() {
  const tensor zeros = f32({3, 3}, {0, 0, 0, 0, 0, 0, 0, 0, 0});
  const tensor row = f32({1, 5}, {1, 2, 3, 4, 5});
  const tensor twice = typed<i64>({1, 2}, {1, 1});
  const tensor updates = f32({1, 2}, {1.5F, 2.5F});
  return same(eager<"scatter_elements">(zeros, typed<i64>({2, 3}, {1, 0, 2, 0, 2, 1}),
                                        f32({2, 3}, {1, 1.1F, 1.2F, 2, 2.1F, 2.2F})),
              f32({3, 3}, {2, 1.1F, 0, 1, 0, 2.2F, 0, 2.1F, 1.2F})) &&
         same(eager<"scatter_elements", {.axis = 1}>(row, typed<i64>({1, 2}, {1, 3}), updates),
              f32({1, 5}, {1, 1.5F, 3, 2.5F, 5})) &&
         same(eager<"scatter_elements", {.axis = -1}>(row, typed<i64>({1, 2}, {1, -3}), updates),
              f32({1, 5}, {1, 1.5F, 2.5F, 4, 5})) &&
         same(eager<"scatter_elements", {.axis = 1}>(row, twice, updates), f32({1, 5}, {1, 2.5F, 3, 4, 5})) &&
         same(eager<"scatter_elements", {.axis = 1, .reduction = scatter_add}>(row, twice, updates),
              f32({1, 5}, {1, 6, 3, 4, 5})) &&
         same(eager<"scatter_elements", {.axis = 1, .reduction = scatter_mul}>(row, twice, updates),
              f32({1, 5}, {1, 7.5F, 3, 4, 5})) &&
         same(eager<"scatter_elements", {.axis = 1, .reduction = scatter_max}>(row, twice, updates),
              f32({1, 5}, {1, 2.5F, 3, 4, 5})) &&
         same(eager<"scatter_elements", {.axis = 1, .reduction = scatter_min}>(row, twice, updates),
              f32({1, 5}, {1, 1.5F, 3, 4, 5})) &&
         same(
             eager<"scatter_elements", {.axis = 1, .reduction = scatter_add}>(row, typed<i64>({1, 2}, {7, 0}), updates),
             f32({1, 5}, {3.5F, 2, 3, 4, 5}));
}
constexpr bool whole_values() {
  const tensor x = typed<i64>({2}, {9007199254740993, 1});
  return same(eager<"scatter_elements", {.reduction = scatter_add}>(x, typed<i64>({1}, {0}), typed<i64>({1}, {1})),
              typed<i64>({2}, {9007199254740994, 1})) &&
         same(eager<"scatter_elements", {.reduction = scatter_max}>(
                  typed<std::uint64_t>({1}, {~std::uint64_t{0}}), typed<i64>({1}, {0}), typed<std::uint64_t>({1}, {1})),
              typed<std::uint64_t>({1}, {~std::uint64_t{0}}));
}

constexpr bool types() {
  const tensor_type x = f32({2, 3});
  return whole_values() && gives<"scatter_elements">(x, {x, typed<i64>({1, 2}), f32({1, 2})}) &&
         refuses<"scatter_elements">("litho::scatter_elements: no such reduction: 5 for f32[2,3]",
                                     {x, typed<i64>({1, 2}), f32({1, 2})}, {.reduction = 5}) &&
         refuses<"scatter_elements">("litho::scatter_elements: element types differ: f32[2,3] and f64[1,2]",
                                     {x, typed<i64>({1, 2}), f64({1, 2})}) &&
         refuses<"scatter_elements">(
             "litho::scatter_elements: indices and updates differ in shape: i64[1,2] and f32[2,2]",
             {x, typed<i64>({1, 2}), f32({2, 2})}) &&
         refuses<"scatter_elements">(
             "litho::scatter_elements: indices are larger than the input: f32[2,3], indices i64[1,4] (3 vs 4)",
             {x, typed<i64>({1, 4}), f32({1, 4})}) &&
         refuses<"scatter_elements">("litho::scatter_elements: axis -3 is outside of f32[2,3] (rank 2)",
                                     {x, typed<i64>({1, 2}), f32({1, 2})}, {.axis = -3}) &&
         prints<"scatter_elements">("axis=1 reduction=2", {.axis = 1, .reduction = scatter_mul});
}

TEST_CASE("scatter_elements") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::scatter_elements_op
