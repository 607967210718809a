// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../core/shape.hpp"

/// What convolution and pooling share: a window that moves along height and width.
namespace litho {

/// Positions of a window of `kernel` steps along `size` elements, rounded down; 0 or less where it does not fit once.
constexpr std::int64_t window_count(std::int64_t size, std::int64_t before, std::int64_t after, std::int64_t kernel,
                                    std::int64_t dilation, std::int64_t stride) {
  for (std::int64_t given : {before, after, kernel, dilation})
    if (given > most_elements) return 0;
  const std::int64_t room = size + before + after - bounded_product(dilation, kernel - 1) - 1;
  return room < 0 ? 0 : room / stride + 1;
}

namespace detail {

/// visit(n, c, i, j) over a shape [N,C,H,W], in memory order.
template <class Visit>
constexpr void for_each_pixel(const shape& dims, Visit&& visit) {
  for (std::int64_t n = 0; n < dims[0]; ++n)
    for (std::int64_t c = 0; c < dims[1]; ++c)
      for (std::int64_t i = 0; i < dims[2]; ++i)
        for (std::int64_t j = 0; j < dims[3]; ++j) visit(n, c, i, j);
}

}  // namespace detail

}  // namespace litho
