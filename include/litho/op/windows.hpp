// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "direct_values.hpp"

/// What pooling and convolution over one to three spatial axes share: [N,C,W], [N,C,H,W] or [N,C,D,H,W].
namespace litho::detail {

inline constexpr int most_spatial = 3;

/// A window along one axis.
struct window_axis {
  std::int64_t size = 1;    ///< of the input
  std::int64_t kernel = 1;  ///< taps of the window
  std::int64_t stride = 1;
  std::int64_t dilation = 1;
  std::int64_t before = 0;
  std::int64_t after = 0;
  std::int64_t count = 1;  ///< positions of the window

  constexpr std::int64_t start(std::int64_t position) const { return position * stride - before; }
  /// Taps from first_tap to before last_tap lie inside.
  constexpr std::int64_t first_tap(std::int64_t position) const {
    const std::int64_t begin = start(position);
    const std::int64_t first = begin >= 0 ? 0 : (-begin + dilation - 1) / dilation;
    return first < kernel ? first : kernel;
  }
  constexpr std::int64_t last_tap(std::int64_t position) const { return taps_before(size, position); }
  /// Taps in front of element `limit`.
  constexpr std::int64_t taps_before(std::int64_t limit, std::int64_t position) const {
    const std::int64_t room = limit - start(position);
    const std::int64_t taps = room <= 0 ? 0 : (room - 1) / dilation + 1;
    return taps < kernel ? taps : kernel;
  }
};

/// Windows over all spatial axes; where there are less than three, those in front have one element.
struct windows {
  window_axis axes[most_spatial]{window_axis(), window_axis(),
                                 window_axis()};  // {} leaves zeros with GCC 12 in constant evaluation
  fault error{};

  constexpr std::int64_t positions() const { return axes[0].count * axes[1].count * axes[2].count; }
  constexpr std::int64_t picture() const { return axes[0].size * axes[1].size * axes[2].size; }
  constexpr std::int64_t taps() const { return axes[0].kernel * axes[1].kernel * axes[2].kernel; }

  /// Taps of a window that lie inside of the input or its padding.
  constexpr std::int64_t padded_taps(std::int64_t position) const {
    std::int64_t taps = 1;
    for (int i = most_spatial - 1; i >= 0; position /= axes[i].count, --i)
      taps *= axes[i].taps_before(axes[i].size + axes[i].after, position % axes[i].count);
    return taps;
  }

  /// The taps of one window that lie inside, and where the window starts, axis by axis.
  struct place {
    std::int64_t start[most_spatial];
    std::int64_t first[most_spatial];
    std::int64_t last[most_spatial];
  };
  constexpr place at(std::int64_t position) const {
    place result{};
    for (int i = most_spatial - 1; i >= 0; position /= axes[i].count, --i) {
      const std::int64_t along = position % axes[i].count;
      result.start[i] = axes[i].start(along);
      result.first[i] = axes[i].first_tap(along);
      result.last[i] = axes[i].last_tap(along);
    }
    return result;
  }

  /// visit(tap, element) for each tap of a window that lies inside, as flat indices.
  constexpr void for_each_inside(const place& window, auto&& visit) const {
    for (std::int64_t i = window.first[0]; i < window.last[0]; ++i)
      for (std::int64_t j = window.first[1]; j < window.last[1]; ++j) {
        const std::int64_t plane = window.start[0] + i * axes[0].dilation;
        const std::int64_t row = plane * axes[1].size + window.start[1] + j * axes[1].dilation;
        const std::int64_t taps_before = (i * axes[1].kernel + j) * axes[2].kernel;
        const std::int64_t begin = row * axes[2].size + window.start[2];
        for (std::int64_t k = window.first[2]; k < window.last[2]; ++k)
          visit(taps_before + k, begin + k * axes[2].dilation);
      }
  }
  constexpr void for_each_inside(std::int64_t position, auto&& visit) const { for_each_inside(at(position), visit); }

  constexpr tensor_type placed(tensor_type x) const {
    for (int i = 0; i < x.rank() - 2; ++i) x.dims[2 + i] = axes[most_spatial - (x.rank() - 2) + i].count;
    return x;
  }
};

/// Attributes of a window: an empty list stands for 1 of strides and dilations, for 0 of padding.
struct window_shape {
  ints kernel;
  ints stride;
  ints dilation;
  ints before;
  ints after;
  bool ceil = false;  ///< a last window may reach over the end, but not start there
};

constexpr window_shape shape_of_window(const auto& a) {
  window_shape result{a.kernel, a.stride, a.dilation, a.before, a.after};
  if constexpr (requires { a.ceil; }) result.ceil = a.ceil;
  return result;
}

constexpr fault refuse_window(const tensor_type& x, const window_shape& a) {
  if (x.layout != format::plain) return {"input must be plain: got {left}", x};
  const int spatial = x.rank() - 2;
  if (spatial < 1 || spatial > most_spatial)
    return {"input must be [N,C] and one to three axes: got {left} (rank {a})", x, {}, x.rank()};
  if (a.kernel.count != spatial)
    return {"kernel needs one number per spatial axis of {left}: {a} vs {b}", x, {}, a.kernel.count, spatial};
  for (const ints& each : {a.stride, a.dilation, a.before, a.after})
    if (!each.empty() && each.count != spatial)
      return {"strides, dilations and padding need one number per spatial axis of {left}: {a} vs {b}",
              x,
              {},
              each.count,
              spatial};
  for (const ints& each : {a.kernel, a.stride, a.dilation})
    for (std::int64_t value : each)
      if (value < 1 || value > most_elements)
        return {"kernel, strides and dilations must be 1 or more: {a} for {left}", x, {}, value};
  if (a.kernel.product() > most_elements)
    return {"kernel is too large: {a} taps for {left}", x, {}, a.kernel.product()};
  for (const ints& each : {a.before, a.after})
    for (std::int64_t value : each)
      if (value < 0 || value > most_elements) return {"padding must not be negative: {a} for {left}", x, {}, value};
  return {};
}

constexpr windows windows_of(const tensor_type& x, const window_shape& a) {
  windows result;
  result.error = refuse_window(x, a);
  if (result.error) return result;
  const int spatial = x.rank() - 2;
  for (int i = 0; i < spatial; ++i) {
    window_axis& axis = result.axes[most_spatial - spatial + i];
    axis.size = x.dims[2 + i];
    axis.kernel = a.kernel[i];
    if (!a.stride.empty()) axis.stride = a.stride[i];
    if (!a.dilation.empty()) axis.dilation = a.dilation[i];
    if (!a.before.empty()) axis.before = a.before[i];
    if (!a.after.empty()) axis.after = a.after[i];
    // A window that reaches over the end has room as if there were stride - 1 more elements behind.
    const std::int64_t more = a.ceil ? axis.stride - 1 : 0;
    const std::int64_t room =
        axis.size + axis.before + axis.after + more - bounded_product(axis.dilation, axis.kernel - 1) - 1;
    axis.count = room < 0 ? 0 : room / axis.stride + 1;
    if (a.ceil && axis.count > 1 && axis.start(axis.count - 1) >= axis.size) --axis.count;
    if (axis.size < 1 || axis.count < 1)
      result.error = {"window does not fit: input {left}, {a} taps on axis {b}", x, {}, axis.kernel, 2 + i};
  }
  return result;
}

}  // namespace litho::detail
