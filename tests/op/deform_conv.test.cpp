// SPDX-License-Identifier: BSL-1.0
#include <litho/op/deform_conv.hpp>

#include "values.hpp"

namespace litho::test::deform_conv_op {
namespace {

constexpr tensor picture() { return f64({1, 1, 3, 3}, {0, 1, 2, 3, 4, 5, 6, 7, 8}); }
constexpr tensor ones() { return f64({1, 1, 2, 2}, {1, 1, 1, 1}); }

/// Offsets of 4 taps, down and right, at each of 4 places.
constexpr tensor offsets(std::initializer_list<double> first) {
  tensor result{f64({1, 8, 2, 2}), {}, {}};
  for (double each : first) result.values.push_back(each);
  while (result.values.size() < 32) result.values.push_back(0.0);
  return result;
}

constexpr bool values() {
  // The ONNX specification's case: the first tap of the first place lies half an element lower, that of the last one to the left.
  return same(eager<"deform_conv">(picture(), ones(), offsets({})), f64({1, 1, 2, 2}, {8, 12, 20, 24})) &&
         same(eager<"deform_conv">(picture(), ones(), offsets({0.5, 0, 0, 0, 0, -0.1, 0, 0})),
              f64({1, 1, 2, 2}, {9.5, 11.9, 20, 24})) &&
         same(eager<"deform_conv">(picture(), ones(), offsets({-0.5, -1, 9, inf})),
              f64({1, 1, 2, 2}, {8, 11, 17, 20})) &&
         same(eager<"deform_conv", {.has_bias = true, .has_mask = true}>(
                  picture(), ones(), offsets({}), f64({1}, {100}),
                  f64({1, 4, 2, 2}, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0.5})),
              f64({1, 1, 2, 2}, {100, 102, 106, 104})) &&
         // Two groups of channels, each with its offsets.
         same(eager<"deform_conv", {.groups = 2, .offset_groups = 2}>(f64({1, 2, 1, 2}, {1, 2, 10, 20}),
                                                                      f64({2, 1, 1, 1}, {1, 3}),
                                                                      f64({1, 4, 1, 2}, {0, 0, 1, 0, 0, 0, 0, -0.5})),
              f64({1, 2, 1, 2}, {2, 2, 30, 45}));
}

constexpr bool types() {
  const tensor_type x = f32({2, 4, 8, 8});
  const tensor_type w = f32({6, 4, 3, 3});
  return gives<"deform_conv">(f32({2, 6, 8, 8}), {x, w, f32({2, 18, 8, 8})}, {.pads = {1, 1, 1, 1}}) &&
         refuses<"deform_conv">("litho::deform_conv: offsets must be f32[2,18,6,6]: got f32[2,9,6,6]",
                                {x, w, f32({2, 9, 6, 6})}) &&
         refuses<"deform_conv">("litho::deform_conv: the attributes speak of 4 inputs: got 3",
                                {x, w, f32({2, 18, 6, 6})}, {.has_mask = true}) &&
         refuses<"deform_conv">("litho::deform_conv: the mask must be f32[2,9,6,6]: got f32[2,9,6,5]",
                                {x, w, f32({2, 18, 6, 6}), f32({2, 9, 6, 5})}, {.has_mask = true}) &&
         refuses<"deform_conv">("litho::deform_conv: channels do not split into 3 groups of offsets: f32[2,4,8,8]",
                                {x, w, f32({2, 18, 6, 6})}, {.offset_groups = 3}) &&
         prints<"deform_conv">("stride=[] dilation=[] pads=[1,0,1,0] groups=1 offset_groups=2 has_bias=0 has_mask=1",
                               {.pads = {1, 0, 1, 0}, .offset_groups = 2, .has_mask = true});
}

TEST_CASE("deform_conv") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::deform_conv_op
