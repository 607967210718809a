// SPDX-License-Identifier: BSL-1.0
#include <litho/npu/depthwise.hpp>

#include "reference.hpp"

using namespace litho;
using npu::convolution;

namespace {

template <class T, convolution G>
void check() {
  INFO(G.channels << "x" << G.height << "x" << G.width << ", kernel " << G.kernel_height << "x" << G.kernel_width);
  const int taps = G.kernel_height * G.kernel_width;
  const auto x = reference::numbers<T>(std::int64_t{G.batch} * G.channels * G.height * G.width);
  const auto w = reference::numbers<T>(std::int64_t{G.out} * taps);
  const auto packed = reference::nc1hwc0(x, G.batch, G.channels, G.height * G.width, G.lanes);
  const auto weights = reference::fractal_z(w, G.out, 1, taps, G.lanes);
  reference::collector<T> result{G.batch, G.out, G.out_height * G.out_width};
  npu::depthwise_blocked<T, G>(packed.data(), weights.data(), result.blocked());
  result.compare(reference::convolve(G, x, w), taps);
}

constexpr convolution of(int channels, convolution g) {
  g.channels = g.out = g.groups = channels;
  g.input = format::nc1hwc0;
  return g;
}
constexpr int c0 = reference::float_lanes;

}  // namespace

TEST_CASE("a depthwise convolution") {
  check<float, of(33, {.batch = 2, .height = 6, .width = 31, .kernel_height = 3, .kernel_width = 3, .pad_top = 1,
                       .pad_left = 1, .out_height = 6, .out_width = 31, .lanes = c0})>();
  check<float, of(7, {.height = 9, .width = 12, .kernel_height = 5, .kernel_width = 5, .stride_height = 2,
                      .stride_width = 2, .pad_top = 2, .pad_left = 1, .out_height = 5, .out_width = 6, .lanes = c0})>();
  check<double, of(9, {.height = 8, .width = 7, .kernel_height = 3, .kernel_width = 2, .out_height = 6, .out_width = 6,
                       .lanes = reference::double_lanes})>();
}

TEST_CASE("a depthwise convolution with wide padding, dilation, or hardly a row") {
  check<float, of(4, {.height = 5, .width = 40, .kernel_height = 3, .kernel_width = 3, .pad_top = 4, .pad_left = 20,
                      .dilation_height = 4, .dilation_width = 20, .out_height = 5, .out_width = 40, .lanes = c0})>();
  check<float, of(20, {.height = 9, .width = 11, .kernel_height = 9, .kernel_width = 11, .pad_top = 1, .pad_left = 2,
                       .out_height = 3, .out_width = 5, .lanes = c0})>();
  check<float, of(20, {.height = 2, .width = 2, .kernel_height = 3, .kernel_width = 3, .pad_top = 1, .pad_left = 1,
                       .out_height = 2, .out_width = 2, .lanes = c0})>();
}
