// SPDX-License-Identifier: BSL-1.0
#include <litho/op/col2im.hpp>

#include "values.hpp"

namespace litho::test::col2im_op {
namespace {

/// Window w holds 5 w + 1 to 5 w + 5, as in the ONNX specification.
constexpr tensor windows_one_after_the_other() {
  tensor result{f32({1, 5, 15}), {}, {}};
  for (int tap = 0; tap < 5; ++tap)
    for (int window = 0; window < 15; ++window) result.values.push_back(static_cast<float>(5 * window + tap + 1));
  return result;
}

constexpr bool values() {
  return same(eager<"col2im", {.image = {2, 3}, .block = {1, 3}}>(f32({1, 3, 2}, {1, 6, 2, 7, 3, 8})),
              f32({1, 1, 2, 3}, {1, 2, 3, 6, 7, 8})) &&
         same(eager<"col2im", {.image = 3, .block = 2}>(f32({1, 2, 2}, {1, 2, 10, 20})), f32({1, 1, 3}, {1, 12, 20})) &&
         same(eager<"col2im", {.image = 3, .block = 2, .stride = 2, .pads = {1, 0}}>(f32({1, 2, 2}, {1, 2, 10, 20})),
              f32({1, 1, 3}, {10, 2, 20})) &&
         same(eager<"col2im", {.image = 4, .block = 2, .dilation = 2}>(f32({1, 4, 2}, {1, 2, 10, 20, 3, 4, 30, 40})),
              f32({1, 2, 4}, {1, 2, 10, 20, 3, 4, 30, 40})) &&
         same(eager<"col2im", {.image = {5, 5}, .block = {1, 5}, .pads = {0, 1, 0, 1}}>(windows_one_after_the_other()),
              f32({1, 1, 5, 5}, {8,   21, 24, 27,  24,  38,  66,  69,  72,  54,  68,  111, 114,
                                 117, 84, 98, 156, 159, 162, 114, 128, 201, 204, 207, 144})) &&
         same(eager<"col2im", {.image = {1, 2, 2}, .block = {1, 1, 2}}>(f32({1, 2, 2}, {0, 1, 2, 3})),
              f32({1, 1, 1, 2, 2}, {0, 2, 1, 3}));
}

constexpr bool types() {
  const tensor_type x = f32({2, 10, 5});
  return gives<"col2im">(f32({2, 2, 5, 5}), {x}, {.image = {5, 5}, .block = {1, 5}}) &&
         refuses<"col2im">("litho::col2im: the image has 10 windows: got f32[2,10,5] (5)", {x},
                           {.image = {5, 6}, .block = {1, 5}}) &&
         refuses<"col2im">("litho::col2im: channels are no multiple of 3 taps: f32[2,10,5]", {x},
                           {.image = {5, 3}, .block = {1, 3}}) &&
         refuses<"col2im">("litho::col2im: input must be [N,C*taps,windows]: got f32[2,3] (rank 2)", {f32({2, 3})}) &&
         refuses<"col2im">("litho::col2im: pads need two numbers per spatial axis: 2 for f32[2,10,5], 2 axes", {x},
                           {.image = {5, 5}, .block = {1, 5}, .pads = {0, 0}}) &&
         prints<"col2im">("image=[5] block=[2] stride=[] dilation=[] pads=[1,1]",
                          {.image = 5, .block = 2, .pads = {1, 1}});
}

TEST_CASE("col2im") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::col2im_op
