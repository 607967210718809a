// SPDX-License-Identifier: BSL-1.0
#include <litho/op/grid_sample.hpp>

#include "values.hpp"

namespace litho::test::grid_sample_op {
namespace {

constexpr tensor picture() { return f64({1, 1, 3, 2}, {0, 1, 2, 3, 4, 5}); }
constexpr tensor grid() {
  return f64({1, 2, 4, 2}, {-1, -1, -0.5, -0.5, -0.2, -0.2, 0, 0, 0, 0, -0.2, -0.2, 0.5, 0.5, 1, 1});
}
constexpr tensor far() {
  return f64({1, 2, 4, 2}, {-10, -10, -5, -5, -0.2, -0.2, 10, 10, 10, 10, -0.2, -0.2, 5, 5, 10, 10});
}

constexpr bool values() {
  const shape dims{1, 1, 2, 4};
  return close(eager<"grid_sample">(picture(), grid()), f64(dims, {0, 0.5, 1.7, 2.5, 2.5, 1.7, 4.5, 1.25})) &&
         close(eager<"grid_sample", {.align_corners = true}>(picture(), grid()),
               f64(dims, {0, 1.25, 2, 2.5, 2.5, 2, 3.75, 5})) &&
         close(eager<"grid_sample", {.mode = resize_nearest}>(picture(), grid()),
               f64(dims, {0, 0, 2, 2, 2, 2, 5, 0})) &&
         close(eager<"grid_sample", {.mode = resize_cubic}>(picture(), grid()),
               f64(dims, {-0.1406, 0.3828, 1.7556, 2.9688, 2.9688, 1.7556, 5.1445, 1.3906}), 1e-4) &&
         close(eager<"grid_sample">(picture(), far()), f64(dims, {0, 0, 1.7, 0, 0, 1.7, 0, 0})) &&
         close(eager<"grid_sample", {.padding = sample_border}>(picture(), far()),
               f64(dims, {0, 0, 1.7, 5, 5, 1.7, 5, 5})) &&
         close(eager<"grid_sample", {.padding = sample_reflection}>(picture(), far()),
               f64(dims, {2.5, 0, 1.7, 2.5, 2.5, 1.7, 5, 2.5})) &&
         close(eager<"grid_sample", {.align_corners = true}>(f64({1, 2, 2, 1, 1}, {1, 3, 10, 30}),
                                                             f64({1, 1, 1, 1, 3}, {0, 0, 0})),
               f64({1, 2, 1, 1, 1}, {2, 20})) &&
         close(eager<"grid_sample", {.padding = sample_reflection, .align_corners = true}>(
                   f64({1, 1, 3}, {1, 2, 3}), f64({1, 3, 1}, {1.5, -2, 3})),
               f64({1, 1, 3}, {2.5, 2, 1}));
}

constexpr bool types() {
  const tensor_type x = f32({2, 3, 4, 5});
  return gives<"grid_sample">(f32({2, 3, 7, 8}), {x, f32({2, 7, 8, 2})}) &&
         refuses<"grid_sample">(
             "litho::grid_sample: the grid must hold 2 numbers per place: f32[2,3,4,5] and grid f32[2,7,8,3]",
             {x, f32({2, 7, 8, 3})}) &&
         refuses<"grid_sample">("litho::grid_sample: batches differ: f32[2,3,4,5] and grid f32[1,7,8,2] (2 vs 1)",
                                {x, f32({1, 7, 8, 2})}) &&
         refuses<"grid_sample">("litho::grid_sample: no such padding: 3 for f32[2,3,4,5]", {x, f32({2, 7, 8, 2})},
                                {.padding = 3}) &&
         prints<"grid_sample">("mode=1 padding=0 align_corners=1", {.align_corners = true});
}

TEST_CASE("grid_sample") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());
  const tensor odd = eager<"grid_sample", {.padding = sample_reflection}>(
      picture(), f64({1, 1, 3, 2}, {nan, 0, inf, 0, -1e300, 1e300}));
  REQUIRE(odd.ok());
}

}  // namespace
}  // namespace litho::test::grid_sample_op
