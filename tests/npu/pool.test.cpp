// SPDX-License-Identifier: BSL-1.0
#include <litho/npu/pool.hpp>

#include "reference.hpp"

using namespace litho;
using npu::pooling_window;

namespace {

template <class T>
std::vector<double> pool(const pooling_window& g, const std::vector<T>& x, bool average) {
  std::vector<double> result;
  for (int picture = 0; picture < g.batch * g.channels; ++picture)
    for (int i = 0; i < g.out_height; ++i)
      for (int j = 0; j < g.out_width; ++j) {
        double sum = 0;
        double highest = -std::numeric_limits<double>::infinity();
        int count = 0;
        for (int k = 0; k < g.kernel_height; ++k)
          for (int l = 0; l < g.kernel_width; ++l) {
            const int row = i * g.stride_height - g.pad_top + k * g.dilation_height;
            const int column = j * g.stride_width - g.pad_left + l * g.dilation_width;
            if (row < 0 || row >= g.height || column < 0 || column >= g.width) continue;
            const double value = double(x[static_cast<std::size_t>((picture * g.height + row) * g.width + column)]);
            sum += value;
            if (!(value <= highest)) highest = value;
            ++count;
          }
        if (g.count_padding) count = g.kernel_height * g.kernel_width;
        result.push_back(average ? sum / count : highest);
      }
  return result;
}

template <class T, pooling_window G>
void check() {
  INFO(G.channels << "x" << G.height << "x" << G.width << ", kernel " << G.kernel_height << "x" << G.kernel_width);
  const auto x = reference::numbers<T>(std::int64_t{G.batch} * G.channels * G.height * G.width);
  const auto packed = reference::nc1hwc0(x, G.batch, G.channels, G.height * G.width, G.lanes);
  const int terms = G.kernel_height * G.kernel_width;
  const auto fresh = [] { return reference::collector<T>{G.batch, G.channels, G.out_height * G.out_width}; };
  for (const bool average : {false, true}) {
    auto blocked = fresh();
    auto plain = fresh();
    if (average) {
      npu::pool_blocked<T, G, npu::average_of>(packed.data(), blocked.blocked());
      npu::pool_plain<T, G, npu::average_of>(x.data(), plain.plain(G.out_width));
    } else {
      npu::pool_blocked<T, G, npu::maximum_of>(packed.data(), blocked.blocked());
      npu::pool_plain<T, G, npu::maximum_of>(x.data(), plain.plain(G.out_width));
    }
    blocked.compare(pool(G, x, average), terms);
    plain.compare(pool(G, x, average), terms);
  }
}

constexpr pooling_window of(const int (&x)[4], const reference::window& w, int lanes = reference::float_lanes) {
  return reference::geometry<pooling_window>(x, w, lanes);
}
constexpr pooling_window counting_padding(pooling_window g) {
  g.count_padding = true;
  return g;
}

}  // namespace

TEST_CASE("pooling") {
  check<float, of({2, 20, 8, 14}, {.kernel = {2, 2}, .stride = {2, 2}})>();
  check<float, of({1, 5, 13, 37}, {.kernel = {3, 3}, .stride = {2, 2}, .pad = {1, 1, 1, 1}})>();
  check<float, counting_padding(of({1, 3, 6, 40}, {.kernel = {3, 2}, .pad = {1, 1, 1, 1}}))>();
  check<float, of({1, 2, 9, 150}, {.kernel = {3, 4}, .stride = {1, 2}, .pad = {1, 2, 1, 1}})>();
  check<float, of({1, 2, 9, 83}, {.kernel = {2, 3}, .pad = {0, 1, 1, 1}, .dilation = {1, 2}})>();
  check<float, of({1, 2, 5, 110}, {.kernel = {2, 5}, .stride = {1, 3}, .pad = {0, 2, 0, 2}})>();
  check<double, of({1, 9, 7, 9}, {.kernel = {2, 3}, .dilation = {2, 3}}, reference::double_lanes)>();
}

TEST_CASE("pooling of the whole picture") { check<float, of({2, 18, 7, 9}, {.kernel = {7, 9}})>(); }

TEST_CASE("the maximum of a window with NaN is NaN, in whatever place") {
  constexpr pooling_window g = of({1, 1, 3, 12}, {.kernel = {3, 3}, .stride = {3, 3}});
  for (std::size_t place = 0; place < 36; ++place) {
    auto x = reference::numbers<float>(36);
    x[place] = std::numeric_limits<float>::quiet_NaN();
    reference::collector<float> plain{1, 1, 4};
    reference::collector<float> blocked{1, 1, 4};
    const auto packed = reference::nc1hwc0(x, 1, 1, 36, g.lanes);
    npu::pool_plain<float, g, npu::maximum_of>(x.data(), plain.plain(4));
    npu::pool_blocked<float, g, npu::maximum_of>(packed.data(), blocked.blocked());
    for (std::size_t i = 0; i < 4; ++i) {
      CHECK(std::isnan(plain.values[i]) == (place % 12 / 3 == i));
      CHECK(std::isnan(blocked.values[i]) == (place % 12 / 3 == i));
    }
  }
}
