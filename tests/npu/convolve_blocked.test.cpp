// SPDX-License-Identifier: BSL-1.0
#include <litho/npu/convolve_blocked.hpp>

#include "reference.hpp"

using namespace litho;
using npu::convolution;

namespace {

template <class T, convolution G>
void check() {
  INFO(G.channels << "x" << G.height << "x" << G.width << " to " << G.out << ", kernel " << G.kernel_height << "x"
                  << G.kernel_width);
  const auto x = reference::numbers<T>(std::int64_t{G.batch} * G.channels * G.height * G.width);
  const auto w = reference::numbers<T>(std::int64_t{G.out} * G.channels * G.kernel_height * G.kernel_width);
  const auto packed = G.input == format::plain ? x : reference::nc1hwc0(x, G.batch, G.channels, G.height * G.width, G.lanes);
  const auto weights = reference::fractal_z(w, G.out, G.channels, G.kernel_height * G.kernel_width, G.lanes);
  auto workspace = reference::garbage<T>(npu::workspace_elements(G, dtype_of<T>::value));
  reference::collector<T> result{G.batch, G.out, G.out_height * G.out_width};
  npu::convolve_blocked<T, G>(packed.data(), weights.data(), workspace.data(), result.blocked());
  result.compare(reference::convolve(G, x, w), G.channels * G.kernel_height * G.kernel_width);
}

constexpr int c0 = reference::float_lanes;
constexpr format blocked = format::nc1hwc0;

}  // namespace

TEST_CASE("a blocked convolution of a plain picture") {
  check<float, convolution{.height = 9, .width = 28, .out = 16, .kernel_height = 3, .kernel_width = 3, .pad_top = 1,
                           .pad_left = 1, .out_height = 9, .out_width = 28, .lanes = c0}>();
  check<float, convolution{.channels = 3, .height = 21, .width = 18, .out = 20, .kernel_height = 7, .kernel_width = 7,
                           .stride_height = 2, .stride_width = 2, .pad_top = 3, .pad_left = 3, .out_height = 11,
                           .out_width = 9, .lanes = c0}>();
  check<float, convolution{.batch = 2, .channels = 18, .height = 5, .width = 5, .out = 10, .kernel_height = 2,
                           .kernel_width = 3, .out_height = 4, .out_width = 3, .lanes = c0}>();
}

TEST_CASE("a blocked convolution of single pixels of a plain picture") {
  check<float, convolution{.batch = 2, .channels = 6, .height = 5, .width = 9, .out = 20, .out_height = 5, .out_width = 9,
                           .lanes = c0}>();
}

TEST_CASE("a blocked convolution of whole and partial channel blocks") {
  check<float, convolution{.channels = 32, .height = 14, .width = 14, .out = 32, .kernel_height = 3, .kernel_width = 3,
                           .pad_top = 1, .pad_left = 1, .out_height = 14, .out_width = 14, .lanes = c0, .input = blocked}>();
  check<float, convolution{.batch = 2, .channels = 5, .height = 6, .width = 7, .out = 3, .kernel_height = 3,
                           .kernel_width = 3, .pad_left = 1, .out_height = 6, .out_width = 6, .lanes = c0,
                           .input = blocked}>();  // two rows of padding at the bottom only
  check<float, convolution{.channels = 70, .height = 5, .width = 17, .out = 40, .kernel_height = 3, .kernel_width = 3,
                           .pad_top = 1, .pad_left = 1, .out_height = 5, .out_width = 17, .lanes = c0, .input = blocked}>();
}

TEST_CASE("a blocked convolution of single pixels") {
  check<float, convolution{.batch = 2, .channels = 33, .height = 9, .width = 9, .out = 17, .out_height = 9,
                           .out_width = 9, .lanes = c0, .input = blocked}>();
  check<float, convolution{.channels = 16, .height = 8, .width = 8, .out = 64, .stride_height = 2, .stride_width = 2,
                           .out_height = 4, .out_width = 4, .lanes = c0, .input = blocked}>();
  check<float, convolution{.batch = 3, .channels = 40, .out = 150, .lanes = c0, .input = blocked}>();
}

TEST_CASE("a blocked convolution with stride and dilation") {
  check<float, convolution{.channels = 20, .height = 11, .width = 11, .out = 50, .kernel_height = 3, .kernel_width = 2,
                           .stride_height = 2, .pad_top = 1, .dilation_width = 2, .out_height = 6, .out_width = 9,
                           .lanes = c0, .input = blocked}>();
  check<float, convolution{.channels = 17, .height = 7, .width = 7, .out = 130, .kernel_height = 3, .kernel_width = 3,
                           .pad_top = 2, .pad_left = 2, .dilation_height = 2, .dilation_width = 2, .out_height = 7,
                           .out_width = 7, .lanes = c0, .input = blocked}>();
}

TEST_CASE("a blocked convolution of more rows than fit in a band, and of windows that see padding only") {
  constexpr convolution tall{.channels = 64, .height = 40, .width = 40, .out = 16, .kernel_height = 3, .kernel_width = 3,
                             .pad_top = 1, .pad_left = 1, .out_height = 40, .out_width = 40, .lanes = c0, .input = blocked};
  STATIC_REQUIRE(npu::workspace_elements(tall, dtype::f32) < 64 * 42 * 42);
  check<float, tall>();
  check<float, convolution{.channels = 4, .height = 2, .width = 2, .out = 4, .kernel_height = 2, .kernel_width = 2,
                           .pad_top = 3, .pad_left = 4, .out_height = 7, .out_width = 8, .lanes = c0, .input = blocked}>();
}

TEST_CASE("a blocked convolution of doubles") {
  check<double, convolution{.channels = 9, .height = 6, .width = 6, .out = 12, .kernel_height = 3, .kernel_width = 3,
                            .pad_top = 1, .pad_left = 1, .out_height = 6, .out_width = 6,
                            .lanes = reference::double_lanes, .input = blocked}>();
}

TEST_CASE("a convolution that leaves no picture needs no workspace") {
  STATIC_REQUIRE(npu::workspace_elements({.channels = 64, .height = 8, .width = 8, .out = 64, .out_height = 8,
                                          .out_width = 8, .input = blocked}, dtype::f32) == 0);
}
