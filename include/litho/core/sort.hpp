// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "vec.hpp"

namespace litho {

/// Merge sort, what is equal stays in its order: std::stable_sort is not usable in constant evaluation on all our
/// compilers' libraries.
template <class T, class Before>
constexpr void stable_sort(vec<T>& items, Before&& goes_before) {
  vec<T> other(items.size());
  for (std::size_t width = 1; width < items.size(); width *= 2) {
    for (std::size_t begin = 0; begin < items.size(); begin += 2 * width) {
      const std::size_t middle = begin + width < items.size() ? begin + width : items.size();
      const std::size_t end = begin + 2 * width < items.size() ? begin + 2 * width : items.size();
      std::size_t left = begin;
      std::size_t right = middle;
      for (std::size_t at = begin; at < end; ++at)
        other[at] =
            left < middle && (right >= end || !goes_before(items[right], items[left])) ? items[left++] : items[right++];
    }
    std::swap(items, other);
  }
}

}  // namespace litho
