// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"
#include "window.hpp"

/// What the pooling ops over height and width share. Like a reduction each has initial(), combine(accumulator, x) and
/// finish(accumulator, count) over scalars and SIMD values.
namespace litho {

/// The stride of a pooling window: 0 stands for the window's own size, so that windows lie side by side.
constexpr extent2 window_stride(extent2 kernel, extent2 stride) {
  return {stride.height == 0 ? kernel.height : stride.height, stride.width == 0 ? kernel.width : stride.width};
}

namespace detail {

/// Padding is smaller than the window, so that each window sees at least one element.
constexpr inferred infer_pool2d(const tensor_type& x, extent2 kernel, extent2 stride, const pads2& pad) {
  if (x.rank() != 4) return fault{"input must be [N,C,H,W]: got {left} (rank {a})", x, {}, x.rank()};
  if (x.layout != format::plain && x.layout != format::nc1hwc0) return fault{"no such layout: {left}", x};
  if (kernel.height < 1 || kernel.width < 1)
    return fault{"kernel must be 1 or more: input {left}, kernel {a} x {b}", x, {}, kernel.height, kernel.width};
  if (stride.height < 0 || stride.width < 0)
    return fault{"stride must not be negative: input {left}, stride {a} x {b}", x, {}, stride.height, stride.width};
  for (std::int64_t side : {pad.top, pad.bottom})
    if (side < 0 || side >= kernel.height)
      return fault{"padding must be smaller than the window: input {left} ({a} vs {b})", x, {}, side, kernel.height};
  for (std::int64_t side : {pad.left, pad.right})
    if (side < 0 || side >= kernel.width)
      return fault{"padding must be smaller than the window: input {left} ({a} vs {b})", x, {}, side, kernel.width};
  const extent2 step = window_stride(kernel, stride);
  tensor_type out = x;
  out.dims[2] = window_count(x.dims[2], pad.top, pad.bottom, kernel.height, 1, step.height);
  out.dims[3] = window_count(x.dims[3], pad.left, pad.right, kernel.width, 1, step.width);
  if (x.dims[2] < 1 || x.dims[3] < 1 || out.dims[2] < 1 || out.dims[3] < 1)
    return fault{"window does not fit: input {left}, kernel {a} x {b}", x, {}, kernel.height, kernel.width};
  return out;
}

/// Folds what lies inside the picture; `count` is the number of these elements, or the whole window with count_padding.
template <class Op>
constexpr void eval_pool2d(const tensor& x, const typename Op::attributes& a, tensor& out) {
  const extent2 step = window_stride(a.kernel, a.stride);
  const std::int64_t height = x.type.dims[2];
  const std::int64_t width = x.type.dims[3];
  for_each_pixel(out.type.dims, [&](std::int64_t n, std::int64_t c, std::int64_t i, std::int64_t j) {
    double folded = Op::initial(0.0);
    std::int64_t count = 0;
    for (std::int64_t k = 0; k < a.kernel.height; ++k)
      for (std::int64_t l = 0; l < a.kernel.width; ++l) {
        const std::int64_t row = i * step.height - a.pad.top + k;
        const std::int64_t column = j * step.width - a.pad.left + l;
        if (row < 0 || row >= height || column < 0 || column >= width) continue;
        const std::int64_t from = ((n * x.type.dims[1] + c) * height + row) * width + column;
        folded = Op::combine(folded, double(x.values[static_cast<std::size_t>(from)]));
        ++count;
      }
    if constexpr (requires { a.count_padding; })
      if (a.count_padding) count = a.kernel.height * a.kernel.width;
    out.values.push_back(rounded(out.type.element, Op::finish(folded, static_cast<double>(count))));
  });
}

}  // namespace detail

}  // namespace litho
