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

constexpr convolution of(const int (&x)[4], const reference::window& w, int lanes = reference::float_lanes) {
  convolution g = reference::geometry<convolution>(x, w, lanes);
  g.out = g.groups = g.channels;
  g.input = format::nc1hwc0;
  return g;
}

}  // namespace

TEST_CASE("a depthwise convolution") {
  check<float, of({2, 33, 6, 31}, {.kernel = {3, 3}, .pad = {1, 1, 1, 1}})>();
  check<float, of({1, 7, 9, 12}, {.kernel = {5, 5}, .stride = {2, 2}, .pad = {2, 1, 2, 2}})>();
  check<double, of({1, 9, 8, 7}, {.kernel = {3, 2}}, reference::double_lanes)>();
}

TEST_CASE("a depthwise convolution with wide padding and dilation") {
  check<float, of({1, 4, 5, 40}, {.kernel = {3, 3}, .pad = {4, 20, 4, 20}, .dilation = {4, 20}})>();
}

TEST_CASE("a depthwise convolution whose windows are wider than tiles, or whose rows are shorter") {
  check<float, of({1, 20, 9, 11}, {.kernel = {9, 11}, .pad = {1, 2, 1, 2}})>();
  check<float, of({1, 20, 2, 2}, {.kernel = {3, 3}, .pad = {1, 1, 1, 1}})>();
}
