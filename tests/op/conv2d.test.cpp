// SPDX-License-Identifier: BSL-1.0
#include <litho/op/conv2d.hpp>

#include "decomposed.hpp"
#include "values.hpp"

namespace litho::test::conv2d_op {
namespace {

constexpr bool values() {
  const tensor x = f32({1, 1, 3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9});
  const tensor w = f32({1, 1, 2, 2}, {1, 0, 0, 1});
  return same(eager<"conv2d">(x, w), f32({1, 1, 2, 2}, {6, 8, 12, 14})) &&
         same(eager<"conv2d", {.stride = 2, .pad = 1}>(x, w), f32({1, 1, 2, 2}, {1, 3, 7, 14})) &&
         same(eager<"conv2d", {.stride = {1, 2}, .pad = {0, 0, 1, 0}}>(x, w), f32({1, 1, 3, 1}, {6, 12, 7})) &&
         same(eager<"conv2d", {.dilation = 2}>(x, w), f32({1, 1, 1, 1}, {10})) &&
         same(eager<"conv2d", {.groups = 2}>(f32({1, 2, 1, 2}, {1, 2, 3, 4}), f32({2, 1, 1, 1}, {10, 100}),
                                             f32({2}, {1, 2})),
              f32({1, 2, 1, 2}, {11, 21, 302, 402}));
}

constexpr bool types() {
  const tensor_type x = f32({1, 3, 8, 8});
  const tensor_type w = f32({4, 3, 3, 3});
  const tensor_type blocked = x.with(format::nc1hwc0, 16);
  const tensor_type packed_w = w.with(format::fractal_z, 16);
  return gives<"conv2d">(f32({1, 4, 4, 4}), {x, w, f32({4})}, {.stride = 2, .pad = 1}) &&
         gives<"conv2d">(f32({1, 4, 6, 6}).with(format::nc1hwc0, 16), {blocked, packed_w}) &&
         gives<"conv2d">(f32({1, 4, 6, 6}).with(format::nc1hwc0, 16), {x, packed_w}) &&
         !infer<"conv2d">({blocked, w}).ok() &&
         refuses<"conv2d">("litho::conv2d: channels differ: input f32[1,3,8,8], weights f32[4,2,3,3] (3 vs 2)",
                           {x, f32({4, 2, 3, 3})}) &&
         refuses<"conv2d">(
             "litho::conv2d: channels do not split into 2 groups: input f32[1,3,8,8], weights f32[4,3,3,3]", {x, w},
             {.groups = 2}) &&
         refuses<"conv2d">("litho::conv2d: bias must be [O]: got f32[3] for weights f32[4,3,3,3]", {x, w, f32({3})}) &&
         !infer<"conv2d">({f32({1, 3, 2, 8}), w}).ok() && !infer<"conv2d">({f32({3, 8, 8}), w}).ok() &&
         !infer<"conv2d">({x, w}, {.stride = 0}).ok() && !infer<"conv2d">({x, w}, {.pad = -1}).ok() &&
         prints<"conv2d">("stride=[2,1] pad=[1,2,3,4] dilation=[1,1] groups=3",
                          {.stride = {2, 1}, .pad = {1, 2, 3, 4}, .groups = 3});
}

TEST_CASE("conv2d") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());

  const tensor x = f64({1, 2, 1, 2}, {1, 2, 3, 4});
  const tensor w = f64({1, 2, 1, 1}, {0.5, 2});
  const tensor b = f64({1}, {10});
  REQUIRE(same(decomposed<"conv2d">({}, x, w, b), eager<"conv2d">(x, w, b)));
  REQUIRE_FALSE(decomposed<"conv2d">({}, x, w).ok());
}

}  // namespace
}  // namespace litho::test::conv2d_op
