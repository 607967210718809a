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

constexpr convolution of(const int (&x)[4], int out, const reference::window& w, int groups = 1, int lanes = c0) {
  convolution g = reference::geometry<convolution>(x, w, lanes);
  g.out = out;
  g.groups = groups;
  return g;
}

}  // namespace

TEST_CASE("a plain convolution") {
  check<float, of({1, 5, 12, 40}, 17, {.kernel = {3, 3}, .pad = {1, 1, 1, 1}})>();
  check<float, of({1, 30, 7, 7}, 9, {.kernel = {1, 1}}, 1, c0 / 2)>();
}

TEST_CASE("a plain convolution that reads its input where it lies") {
  constexpr convolution g = of({2, 3, 5, 2 * c0 + 2}, 2, {.kernel = {2, 3}});
  STATIC_REQUIRE(npu::plain_workspace_elements(g, dtype::f32) == 0);
  check<float, g>();
}

TEST_CASE("a plain convolution with stride and dilation") {
  check<float, of({2, 4, 17, 19}, 6, {.kernel = {3, 4}, .stride = {2, 3}, .pad = {1, 2, 0, 1}, .dilation = {1, 2}})>();
  check<double, of({1, 6, 8, 8}, 8, {.kernel = {1, 1}, .stride = {2, 2}}, 1, reference::double_lanes)>();
}

TEST_CASE("a plain convolution in groups") {
  check<float, of({1, 6, 9, 9}, 15, {.kernel = {3, 3}, .pad = {1, 1, 1, 1}}, 3)>();
  check<float, of({1, 7, 9, 70}, 7, {.kernel = {5, 5}, .pad = {2, 2, 2, 2}}, 7)>();
}

TEST_CASE("a plain convolution of more rows than fit in a band") {
  constexpr convolution tall = of({1, 64, 40, 40}, 3, {.kernel = {3, 3}, .pad = {1, 1, 1, 1}});
  STATIC_REQUIRE(npu::plain_workspace_elements(tall, dtype::f32) < 64 * 42 * 48);
  check<float, tall>();
}
