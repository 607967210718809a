// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "resize.hpp"

namespace litho {

/// What stands outside of x for grid_sample.
inline constexpr std::int64_t sample_zeros = 0;
inline constexpr std::int64_t sample_border = 1;
inline constexpr std::int64_t sample_reflection = 2;

struct grid_sample_attributes {
  std::int64_t mode = resize_linear;    ///< or resize_nearest, resize_cubic
  std::int64_t padding = sample_zeros;  ///< or sample_border, sample_reflection
  bool align_corners = false;           ///< -1 and 1 are the middles of the elements at the border, not its edges
  static constexpr void fields(auto& self, auto&& visit) {
    visit("mode", self.mode);
    visit("padding", self.padding);
    visit("align_corners", self.align_corners);
  }
  friend constexpr bool operator==(const grid_sample_attributes&, const grid_sample_attributes&) = default;
};

namespace detail {

/// A value mirrored at low and high until it lies between them.
constexpr double mirrored(double x, double low, double high) {
  const double range = high - low;
  if (range <= 0) return low;
  const bool is_below = x < low;
  const double beyond = is_below ? low - x : x - high;
  if (!is_below && beyond <= 0) return x;
  const std::int64_t times = floor_of(beyond / range);
  const double rest = beyond - static_cast<double>(times) * range;
  return is_below == (times % 2 == 0) ? low + rest : high - rest;
}

/// The elements that a sample is made of along one axis, -1 for zeros, with their weights.
struct sample_taps {
  std::int64_t indices[4]{};
  double weights[4]{};
  int count = 0;
};

constexpr std::int64_t sample_index(std::int64_t index, std::int64_t size, const grid_sample_attributes& a) {
  if (index >= 0 && index < size) return index;
  if (a.padding == sample_zeros) return -1;
  if (a.padding == sample_reflection) {
    const double edge = a.align_corners ? 0 : 0.5;
    index =
        static_cast<std::int64_t>(mirrored(static_cast<double>(index), -edge, static_cast<double>(size - 1) + edge));
  }
  return index < 0 ? 0 : index >= size ? size - 1 : index;
}

constexpr sample_taps taps_of_sample(double at, std::int64_t size, const grid_sample_attributes& a) {
  const auto extent = static_cast<double>(size);
  double place = a.align_corners ? (at + 1) / 2 * (extent - 1) : ((at + 1) * extent - 1) / 2;
  if (place != place) place = -2;
  place = math::at_most(math::at_least(place, -0x1p40), 0x1p40);
  if (a.mode == resize_nearest) {  // ties to even
    const std::int64_t below = floor_of(place);
    const double rest = place - static_cast<double>(below);
    place = static_cast<double>(rest > 0.5 || (rest == 0.5 && below % 2 != 0) ? below + 1 : below);
  }
  const double edge = a.align_corners ? 0 : 0.5;
  const double low = -edge;
  const double high = extent - 1 + edge;
  if (place < low || place > high) {
    if (a.padding == sample_border) place = place < 0 ? 0 : extent - 1;
    if (a.padding == sample_reflection) place = mirrored(place, low, high);
  }
  const std::int64_t left = floor_of(place);
  const double ratio = place - static_cast<double>(left);
  sample_taps taps;
  if (a.mode == resize_nearest) {
    taps.indices[0] = sample_index(static_cast<std::int64_t>(place), size, a);
    taps.weights[0] = 1;
    taps.count = 1;
    return taps;
  }
  const resize_attributes kernel{.mode = a.mode};
  const std::int64_t first = a.mode == resize_linear ? 0 : -1;
  taps.count = a.mode == resize_linear ? 2 : 4;
  for (int k = 0; k < taps.count; ++k) {
    taps.indices[k] = sample_index(left + first + k, size, a);
    taps.weights[k] = resize_kernel(static_cast<double>(first + k) - ratio, kernel);
  }
  return taps;
}

}  // namespace detail

/// x at the places of a grid, interpolated: x [N,C] and one to three spatial axes, grid [N, sizes of the result..., axes] of
/// numbers from -1 to 1 (beyond is outside), the last spatial axis first. ONNX GridSample, torch.grid_sample.
template <>
struct op<"grid_sample"> : direct {
  static constexpr engine unit = engine::image;
  static constexpr op_facts info{
      .name = "grid_sample",
      .math = "x at the places of a grid",
      .onnx = "GridSample",
      .limits = "one to three spatial axes behind [N,C]",
      .differs =
          "align_corners is off by default, as in ONNX and PyTorch. The cubic kernel has a = -0.75 and ties of mode "
          "nearest go to even, as in both. ONNX calls the modes bilinear and bicubic in opset 16, linear and cubic "
          "since 20.",
  };
  static constexpr int inputs_min = 2;
  static constexpr int inputs_max = 2;
  using attributes = grid_sample_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes& a) {
    const tensor_type& x = in[0];
    const tensor_type& grid = in[1];
    if (const fault why = detail::refuse_blocked(in)) return why;
    if (a.mode < resize_nearest || a.mode > resize_cubic) return fault{"no such mode: {a} for {left}", x, {}, a.mode};
    if (a.padding < sample_zeros || a.padding > sample_reflection)
      return fault{"no such padding: {a} for {left}", x, {}, a.padding};
    const int spatial = x.rank() - 2;
    if (spatial < 1 || spatial > 3)
      return fault{"input must be [N,C] and one to three axes: got {left} (rank {a})", x, {}, x.rank()};
    if (grid.rank() != x.rank())
      return fault{"ranks differ: {left} and grid {right} ({a} vs {b})", x, grid, x.rank(), grid.rank()};
    if (grid.dims[0] != x.dims[0])
      return fault{"batches differ: {left} and grid {right} ({a} vs {b})", x, grid, x.dims[0], grid.dims[0]};
    if (grid.dims[grid.rank() - 1] != spatial)
      return fault{"the grid must hold {a} numbers per place: {left} and grid {right}", x, grid, spatial};
    tensor_type out = x;
    for (int i = 0; i < spatial; ++i) {
      out.dims[2 + i] = grid.dims[1 + i];
      if (x.dims[2 + i] == 0 && grid.elements() > 0) return fault{"nothing to sample: {left}", x};
    }
    return detail::possible(out, x);
  }

  static constexpr void compute(const auto& in, auto& out, const attributes& a) {
    using real = typename std::remove_cvref_t<decltype(in)>::real_type;
    const shape& dims = in.type(0).dims;
    const int spatial = dims.count - 2;
    const std::int64_t channels = dims[1];
    const ints strides = strides_of(dims);
    std::int64_t places = 1;
    for (int i = 0; i < spatial; ++i) places *= out.type().dims[2 + i];
    for (std::int64_t n = 0; n < dims[0]; ++n)
      for (std::int64_t place = 0; place < places; ++place) {
        detail::sample_taps taps[3]{};
        for (int i = 0; i < 3; ++i) {  // axes that are missing in front have one element
          const int axis = i - (3 - spatial);
          taps[i].count = 1;
          taps[i].weights[0] = 1;
          if (axis >= 0)
            taps[i] = detail::taps_of_sample(
                static_cast<double>(in.real(1, (n * places + place) * spatial + spatial - 1 - axis)), dims[2 + axis],
                a);
        }
        const auto step = [&](int i) { return i < 3 - spatial ? 0 : strides[2 + i - (3 - spatial)]; };
        for (std::int64_t c = 0; c < channels; ++c) {
          double sum = 0;
          for (int i = 0; i < taps[0].count; ++i)
            for (int j = 0; j < taps[1].count; ++j)
              for (int k = 0; k < taps[2].count; ++k) {
                const double weight = taps[0].weights[i] * taps[1].weights[j] * taps[2].weights[k];
                if (weight == 0 || taps[0].indices[i] < 0 || taps[1].indices[j] < 0 || taps[2].indices[k] < 0) continue;
                const std::int64_t at = (n * channels + c) * strides[1] + taps[0].indices[i] * step(0) +
                                        taps[1].indices[j] * step(1) + taps[2].indices[k] * step(2);
                sum += weight * static_cast<double>(in.real(0, at));
              }
          out.set((n * channels + c) * places + place, static_cast<real>(sum));
        }
      }
  }
};

/// grid_sample(x, grid), grid_sample<{.padding = sample_border}>(x, grid)
template <grid_sample_attributes Attributes = {}, tensor_expr X, tensor_expr G>
consteval auto grid_sample(X x, G grid) {
  return call<"grid_sample", Attributes>(x, grid);
}

}  // namespace litho
