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
  const auto packed =
      G.input == format::plain ? x : reference::nc1hwc0(x, G.batch, G.channels, G.height * G.width, G.depth());
  const auto weights = reference::fractal_z(w, G.out, G.channels, G.kernel_height * G.kernel_width, G.lanes);
  auto workspace = reference::garbage<T>(npu::workspace_elements(G, dtype_of<T>::value));
  reference::collector<T> result{G.batch, G.out, G.out_height * G.out_width};
  npu::convolve_blocked<T, G>(packed.data(), weights.data(), workspace.data(), result.blocked());
  result.compare(reference::convolve(G, x, w), G.channels * G.kernel_height * G.kernel_width);
}

constexpr format plain = format::plain;
constexpr format blocked = format::nc1hwc0;

constexpr convolution of(format input, const int (&x)[4], int out, const reference::window& w,
                         int lanes = reference::float_lanes) {
  convolution g = reference::geometry<convolution>(x, w, lanes);
  g.out = out;
  g.input = input;
  return g;
}

}  // namespace

TEST_CASE("a blocked convolution of a plain picture") {
  check<float, of(plain, {1, 1, 9, 28}, 16, {.kernel = {3, 3}, .pad = {1, 1, 1, 1}})>();
  check<float, of(plain, {1, 3, 21, 18}, 20, {.kernel = {7, 7}, .stride = {2, 2}, .pad = {3, 3, 3, 3}})>();
  check<float, of(plain, {2, 18, 5, 5}, 10, {.kernel = {2, 3}})>();
  check<float, of(plain, {2, 6, 5, 9}, 20, {.kernel = {1, 1}})>();
}

TEST_CASE("a blocked convolution of whole and partial channel blocks") {
  check<float, of(blocked, {1, 32, 14, 14}, 32, {.kernel = {3, 3}, .pad = {1, 1, 1, 1}})>();
  check<float, of(blocked, {2, 5, 6, 7}, 3, {.kernel = {3, 3}, .pad = {0, 1, 2, 0}})>();
  check<float, of(blocked, {1, 70, 5, 17}, 40, {.kernel = {3, 3}, .pad = {1, 1, 1, 1}})>();
}

TEST_CASE("a blocked convolution of single pixels") {
  check<float, of(blocked, {2, 33, 9, 9}, 17, {.kernel = {1, 1}})>();
  check<float, of(blocked, {1, 16, 8, 8}, 64, {.kernel = {1, 1}, .stride = {2, 2}})>();
  check<float, of(blocked, {3, 40, 1, 1}, 150, {.kernel = {1, 1}})>();
}

TEST_CASE("a blocked convolution with stride and dilation") {
  check<float, of(blocked, {1, 20, 11, 11}, 50,
                  {.kernel = {3, 2}, .stride = {2, 1}, .pad = {1, 0, 1, 0}, .dilation = {1, 2}})>();
  check<float, of(blocked, {1, 17, 7, 7}, 130, {.kernel = {3, 3}, .pad = {2, 2, 2, 2}, .dilation = {2, 2}})>();
}

TEST_CASE("a blocked convolution of more rows than fit in a band") {
  constexpr convolution tall = of(blocked, {1, 64, 40, 40}, 16, {.kernel = {3, 3}, .pad = {1, 1, 1, 1}});
  STATIC_REQUIRE(npu::workspace_elements(tall, dtype::f32) < 64 * 42 * 42);
  check<float, tall>();
}

TEST_CASE("a blocked convolution with windows that see padding only") {
  check<float, of(blocked, {1, 4, 2, 2}, 4, {.kernel = {2, 2}, .pad = {3, 4, 3, 3}})>();
}

TEST_CASE("a blocked convolution of fewer channels than a block has, side by side") {
  constexpr auto narrow = [](convolution g) {
    g.input_lanes = g.channels;
    return g;
  };
  check<float, narrow(of(blocked, {2, 3, 9, 12}, 20, {.kernel = {3, 3}, .stride = {2, 2}, .pad = {1, 1, 1, 1}}))>();
  check<float, narrow(of(blocked, {1, 5, 6, 30}, 16, {.kernel = {1, 1}}))>();
  check<double,
        narrow(of(blocked, {1, 4, 8, 8}, 8, {.kernel = {5, 5}, .pad = {2, 2, 2, 2}}, reference::double_lanes))>();
}

TEST_CASE("a blocked convolution of doubles") {
  check<double, of(blocked, {1, 9, 6, 6}, 12, {.kernel = {3, 3}, .pad = {1, 1, 1, 1}}, reference::double_lanes)>();
}

TEST_CASE("a convolution whose windows stay in the picture needs no workspace") {
  STATIC_REQUIRE(npu::workspace_elements(of(blocked, {1, 64, 8, 8}, 64, {.kernel = {3, 3}}), dtype::f32) == 0);
}
