// SPDX-License-Identifier: BSL-1.0
#include <litho/op/max_roi_pool.hpp>

#include "values.hpp"

namespace litho::test::max_roi_pool_op {
namespace {

constexpr tensor picture() { return f64({1, 1, 4, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}); }

constexpr bool values() {
  return same(eager<"max_roi_pool", {.height = 2, .width = 2}>(picture(), f64({1, 5}, {0, 0, 0, 3, 3})),
              f64({1, 1, 2, 2}, {5, 7, 13, 15})) &&
         // Bins of one and a half elements overlap.
         same(eager<"max_roi_pool", {.height = 1, .width = 2}>(picture(), f64({1, 5}, {0, 0, 0, 2, 0})),
              f64({1, 1, 1, 2}, {1, 2})) &&
         same(eager<"max_roi_pool", {.scale = 0.5}>(picture(), f64({2, 5}, {0, 2, 2, 3, 5, 9, 0, 0, 0, 0})),
              f64({2, 1, 1, 1}, {14, 0})) &&
         // 5 times 0.7 in single precision is 3.5, which is rounded to 4, outside of the picture.
         same(eager<"max_roi_pool", {.scale = 0.7F}>(typed<float>({1, 1, 1, 4}, {1, 2, 3, 4}),
                                                     typed<float>({1, 5}, {0, 5, 0, 5, 0})),
              typed<float>({1, 1, 1, 1}, {0})) &&
         same(eager<"max_roi_pool", {}>(picture(), f64({2, 5}, {0, 9, 9, 12, 12, 0, -5, -5, inf, inf})),
              f64({2, 1, 1, 1}, {0, 15}));
}

constexpr bool types() {
  return gives<"max_roi_pool">(f32({5, 3, 7, 6}), {f32({2, 3, 8, 8}), f32({5, 5})}, {.height = 7, .width = 6}) &&
         refuses<"max_roi_pool">("litho::max_roi_pool: regions must be [R,5]: got f32[5,4]",
                                 {f32({2, 3, 8, 8}), f32({5, 4})}) &&
         refuses<"max_roi_pool">("litho::max_roi_pool: nothing to pool: f32[0,3,8,8]",
                                 {f32({0, 3, 8, 8}), f32({5, 5})}) &&
         prints<"max_roi_pool">("height=7 width=6 scale=0.5", {7, 6, 0.5});
}

TEST_CASE("max_roi_pool") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::max_roi_pool_op
