// SPDX-License-Identifier: BSL-1.0
#include <litho/op/max_pool2d.hpp>

#include "values.hpp"

namespace litho::test::max_pool2d_op {
namespace {

constexpr bool values() {
  const tensor x = f64({1, 1, 4, 4}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16});
  const tensor y = f64({1, 1, 2, 2}, {-1, -2, -3, nan});
  return same(eager<"max_pool2d", {.kernel = 2}>(x), f64({1, 1, 2, 2}, {6, 8, 14, 16})) &&
         same(eager<"max_pool2d", {.kernel = {1, 3}, .stride = {3, 1}}>(x), f64({1, 1, 2, 2}, {3, 4, 15, 16})) &&
         same(eager<"max_pool2d", {.kernel = 2, .stride = 1, .pad = 1}>(y),
              f64({1, 1, 3, 3}, {-1, -1, -2, -1, nan, nan, -3, nan, nan}));
}

constexpr bool types() {
  const tensor_type x = f32({2, 3, 5, 5});
  return gives<"max_pool2d">(f32({2, 3, 2, 2}), {x}, {.kernel = 2}) &&
         gives<"max_pool2d">(f32({2, 3, 3, 3}).with(format::nc1hwc0, 16), {x.with(format::nc1hwc0, 16)},
                             {.kernel = 3, .stride = 2, .pad = 1}) &&
         refuses<"max_pool2d">(
             "litho::max_pool2d: padding must be smaller than the window: input f32[2,3,5,5] (2 vs 2)", {x},
             {.kernel = 2, .pad = 2}) &&
         refuses<"max_pool2d">("litho::max_pool2d: window does not fit: input f32[2,3,5,5], kernel 6 x 1", {x},
                               {.kernel = {6, 1}}) &&
         !infer<"max_pool2d">({f32({3, 5, 5})}, {.kernel = 2}).ok() && !infer<"max_pool2d">({x}, {.kernel = 0}).ok() &&
         !infer<"max_pool2d">({x}, {.kernel = 2, .stride = -1}).ok() &&
         !infer<"max_pool2d">({x}, {.kernel = 2, .pad = -1}).ok() &&
         !infer<"max_pool2d">({f32({1, 1, 0, 5})}, {.kernel = 2, .pad = 1}).ok() &&
         prints<"max_pool2d">("kernel=[3,3] stride=[2,2] pad=[1,1,1,1]", {.kernel = 3, .stride = 2, .pad = 1});
}

TEST_CASE("max_pool2d") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::max_pool2d_op
