// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "lanes.hpp"

namespace litho::npu::detail {

/// Lane i holds line[column + i * Stride] for i < count, or `rest` where that is outside 0 .. width - 1.
template <int Lanes, int Stride, class T>
EIGEN_ALWAYS_INLINE lanes<T, Lanes> read_row(const T* line, int width, int column, int count, T rest) {
  using value = lanes<T, Lanes>;
  if (column >= 0 && count == Lanes && column + (Lanes - 1) * Stride < width) {  // all bounds constant
    if constexpr (Stride == 1) return value::load(line + column);
    return value::gather(line + column, Stride, 0, Lanes, rest);
  }
  const int begin = column >= 0 ? 0 : (-column + Stride - 1) / Stride;
  const int room = width <= column ? 0 : (width - column + Stride - 1) / Stride;
  const int end = room < count ? room : count;
  return begin < end ? value::gather(line + column + begin * Stride, Stride, begin, end, rest) : value::broadcast(rest);
}

}  // namespace litho::npu::detail
