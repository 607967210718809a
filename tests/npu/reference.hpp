// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <litho/npu/convolution.hpp>
#include <random>
#include <vector>

#include "catch.hpp"

/// What the kernels are compared with: plain loops that sum in double, and the packing that the load step does
/// elsewhere.
namespace reference {

using litho::npu::offset;

inline constexpr int float_lanes = litho::npu::c0(litho::npu::default_device, litho::dtype::f32);
inline constexpr int double_lanes = litho::npu::c0(litho::npu::default_device, litho::dtype::f64);

/// A window by pairs: height, width; pad: top, left, bottom, right.
struct window {
  int kernel[2];
  int stride[2] = {1, 1};
  int pad[4] = {};
  int dilation[2] = {1, 1};
};

/// The geometry G (of a convolution or of pooling) with batch, channels, height, width = x.
template <class G>
constexpr G geometry(const int (&x)[4], const window& w, int lanes) {
  G g;
  g.batch = x[0];
  g.channels = x[1];
  g.height = x[2];
  g.width = x[3];
  g.kernel_height = w.kernel[0];
  g.kernel_width = w.kernel[1];
  g.stride_height = w.stride[0];
  g.stride_width = w.stride[1];
  g.pad_top = w.pad[0];
  g.pad_left = w.pad[1];
  g.dilation_height = w.dilation[0];
  g.dilation_width = w.dilation[1];
  g.out_height = (x[2] + w.pad[0] + w.pad[2] - (w.kernel[0] - 1) * w.dilation[0] - 1) / w.stride[0] + 1;
  g.out_width = (x[3] + w.pad[1] + w.pad[3] - (w.kernel[1] - 1) * w.dilation[1] - 1) / w.stride[1] + 1;
  g.lanes = lanes;
  return g;
}

/// Numbers in [-1, 1), the same for each call with a size.
template <class T>
std::vector<T> numbers(std::int64_t count) {
  std::mt19937 random(static_cast<unsigned>(count));
  std::vector<T> result(static_cast<std::size_t>(count));
  for (T& each : result) each = static_cast<T>(random() % 2048) / T(1024) - T(1);
  return result;
}

template <class T>
std::vector<T> garbage(std::int64_t count) {
  return std::vector<T>(static_cast<std::size_t>(count), std::numeric_limits<T>::quiet_NaN());
}

/// [N,C,pixels] as (N, C1, pixels, C0); NaN in the padding.
template <class T>
std::vector<T> nc1hwc0(const std::vector<T>& from, int batch, int channels, int pixels, int lanes) {
  const int blocks = (channels + lanes - 1) / lanes;
  std::vector<T> result = garbage<T>(std::int64_t{batch} * blocks * lanes * pixels);
  std::size_t at = 0;
  for (int n = 0; n < batch; ++n)
    for (int c = 0; c < channels; ++c)
      for (int p = 0; p < pixels; ++p)
        result[static_cast<std::size_t>(((n * blocks + c / lanes) * pixels + p) * lanes + c % lanes)] = from[at++];
  return result;
}

/// [O,I,taps] as (O1, I1, taps, I0, O0), I not padded and O with zeros.
template <class T>
std::vector<T> fractal_z(const std::vector<T>& from, int out, int in, int taps, int lanes) {
  std::vector<T> result;
  for (int o1 = 0; o1 < out; o1 += lanes)
    for (int i1 = 0; i1 < in; i1 += lanes)
      for (int tap = 0; tap < taps; ++tap)
        for (int i = i1; i < i1 + lanes && i < in; ++i)
          for (int o = o1; o < o1 + lanes; ++o)
            result.push_back(o < out ? from[static_cast<std::size_t>((o * in + i) * taps + tap)] : T(0));
  return result;
}

/// [N,O,OH,OW] of plain x and w.
template <class T>
std::vector<double> convolve(const litho::npu::convolution& g, const std::vector<T>& x, const std::vector<T>& w) {
  std::vector<double> result;
  const int in = g.channels / g.groups;
  for (int n = 0; n < g.batch; ++n)
    for (int o = 0; o < g.out; ++o)
      for (int i = 0; i < g.out_height; ++i)
        for (int j = 0; j < g.out_width; ++j) {
          double sum = 0;
          for (int c = 0; c < in; ++c)
            for (int k = 0; k < g.kernel_height; ++k)
              for (int l = 0; l < g.kernel_width; ++l) {
                const int row = i * g.stride_height - g.pad_top + k * g.dilation_height;
                const int column = j * g.stride_width - g.pad_left + l * g.dilation_width;
                if (row < 0 || row >= g.height || column < 0 || column >= g.width) continue;
                const int channel = o / (g.out / g.groups) * in + c;
                sum +=
                    double(
                        x[static_cast<std::size_t>(((n * g.channels + channel) * g.height + row) * g.width + column)]) *
                    double(w[static_cast<std::size_t>(((o * in + c) * g.kernel_height + k) * g.kernel_width + l)]);
              }
          result.push_back(sum);
        }
  return result;
}

/// Takes what a kernel hands to its epilogue, and sees to it that each element of [N,C,pixels] comes exactly once.
template <class T>
struct collector {
  int batch, channels, pixels;
  std::vector<T> values = garbage<T>(std::int64_t{batch} * channels * pixels);
  std::vector<int> times = std::vector<int>(values.size(), 0);

  void take(offset n, offset c, offset pixel, T value) {
    REQUIRE((n >= 0 && n < batch && c >= 0 && c < channels && pixel >= 0 && pixel < pixels));
    const auto at = static_cast<std::size_t>((n * channels + c) * pixels + pixel);
    values[at] = value;
    ++times[at];
  }
  /// Blocks of channels: (n, c1, pixel, 0, C0).
  auto blocked() {
    return [this](const auto& value, offset n, offset block, offset pixel, offset start, offset count) {
      constexpr int width = std::decay_t<decltype(value)>::width;
      T buffer[width];
      value.store(buffer);
      REQUIRE((start == 0 && count == width));
      for (int i = 0; i < width; ++i)
        if (block * width + i < channels) take(n, block * width + i, pixel, buffer[i]);
    };
  }
  /// Lanes along a row: (n, c, row, start, count).
  auto plain(int row_length) {
    return [this, row_length](const auto& value, offset n, offset c, offset row, offset start, offset count) {
      constexpr int width = std::decay_t<decltype(value)>::width;
      T buffer[width];
      value.store(buffer);
      REQUIRE((count > 0 && count <= width && start + count <= row_length));
      for (int i = 0; i < count; ++i) take(n, c, row * row_length + start + i, buffer[i]);
    };
  }
  /// All values within rounding of sums of `terms` products below 1.
  void compare(const std::vector<double>& expected, int terms) const {
    const double bound = (4 + terms) * double(std::numeric_limits<T>::epsilon());
    REQUIRE(values.size() == expected.size());
    double worst = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (times[i] != 1) FAIL("element " << i << " came " << times[i] << " times");
      const double error = std::abs(double(values[i]) - expected[i]);
      if (!(error <= worst)) worst = error;
      if (!(error <= bound)) FAIL("element " << i << " is " << values[i] << ", not " << expected[i]);
    }
    CHECK(worst <= bound);
  }
};

}  // namespace reference
