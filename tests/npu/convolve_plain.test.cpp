// SPDX-License-Identifier: BSL-1.0
#include <litho/npu/convolve_plain.hpp>

#include "reference.hpp"

using namespace litho;
using npu::convolution;

namespace {

template <class T, convolution G>
void check() {
  INFO(G.channels << "x" << G.height << "x" << G.width << " to " << G.out << ", kernel " << G.kernel_height << "x"
                  << G.kernel_width << ", groups " << G.groups);
  const int terms = G.channels / G.groups * G.kernel_height * G.kernel_width;
  const auto x = reference::numbers<T>(std::int64_t{G.batch} * G.channels * G.height * G.width);
  const auto w = reference::numbers<T>(std::int64_t{G.out} * terms);
  auto workspace = reference::garbage<T>(npu::plain_workspace_elements(G, dtype_of<T>::value));
  reference::collector<T> result{G.batch, G.out, G.out_height * G.out_width};
  npu::convolve_plain<T, G>(x.data(), w.data(), workspace.data(), result.plain(G.out_width));
  result.compare(reference::convolve(G, x, w), terms);
}

constexpr int c0 = reference::float_lanes;

}  // namespace

TEST_CASE("a plain convolution") {
  check<float, convolution{.channels = 5, .height = 12, .width = 40, .out = 17, .kernel_height = 3, .kernel_width = 3,
                           .pad_top = 1, .pad_left = 1, .out_height = 12, .out_width = 40, .lanes = c0}>();
  check<float, convolution{.batch = 2, .channels = 3, .height = 5, .width = 2 * c0 + 2, .out = 2, .kernel_height = 2,
                           .kernel_width = 3, .out_height = 4, .out_width = 2 * c0, .lanes = c0}>();  // no copy
  check<float, convolution{.channels = 30, .height = 7, .width = 7, .out = 9, .out_height = 7, .out_width = 7,
                           .lanes = c0 / 2}>();
}

TEST_CASE("a plain convolution with stride and dilation") {
  check<float, convolution{.batch = 2, .channels = 4, .height = 17, .width = 19, .out = 6, .kernel_height = 3,
                           .kernel_width = 4, .stride_height = 2, .stride_width = 3, .pad_top = 1, .pad_left = 2,
                           .dilation_width = 2, .out_height = 8, .out_width = 6, .lanes = c0}>();
  check<double, convolution{.channels = 6, .height = 8, .width = 8, .out = 8, .stride_height = 2, .stride_width = 2,
                            .out_height = 4, .out_width = 4, .lanes = reference::double_lanes}>();
}

TEST_CASE("a plain convolution in groups") {
  check<float, convolution{.channels = 6, .height = 9, .width = 9, .out = 15, .kernel_height = 3, .kernel_width = 3,
                           .pad_top = 1, .pad_left = 1, .groups = 3, .out_height = 9, .out_width = 9, .lanes = c0}>();
  check<float, convolution{.channels = 7, .height = 9, .width = 70, .out = 7, .kernel_height = 5, .kernel_width = 5,
                           .pad_top = 2, .pad_left = 2, .groups = 7, .out_height = 9, .out_width = 70, .lanes = c0}>();
}

TEST_CASE("a plain convolution of more rows than fit in a band") {
  constexpr convolution tall{.channels = 64, .height = 40, .width = 40, .out = 3, .kernel_height = 3, .kernel_width = 3,
                             .pad_top = 1, .pad_left = 1, .out_height = 40, .out_width = 40, .lanes = c0};
  STATIC_REQUIRE(npu::plain_workspace_elements(tall, dtype::f32) < 64 * 42 * 48);
  check<float, tall>();
}
