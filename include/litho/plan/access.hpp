// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../core/shape.hpp"

namespace litho::plan {

/// Strides that walk a value along the stored axes of `target`, which it broadcasts to; 0 along axes where it is repeated.
constexpr ints access_strides(const tensor_type& value, const tensor_type& target) {
  if (target.layout == format::nc1hwc0 && value.layout == format::plain) {
    const ints own = broadcast_strides(value.dims, target.dims);
    return {own[0], 0, own[2], own[3], 0};
  }
  return broadcast_strides(value.stored_dims(), target.stored_dims());
}

/// How a value relates to the iteration of a kernel that folds `folded` (a bit per stored axis): it spans all of it, or only
/// what is left after folding, or neither.
enum class level : std::uint8_t { full, row, other };

constexpr level level_of(const tensor_type& value, const tensor_type& iteration, std::uint32_t folded) {
  if (value.layout != iteration.layout) return level::other;
  const shape own = value.stored_dims();
  const shape all = iteration.stored_dims();
  if (own == all) return level::full;
  if (folded == 0 || own.count != all.count) return level::other;
  for (int axis = 0; axis < own.count; ++axis)
    if (own[axis] != ((folded >> axis & 1U) != 0 ? 1 : all[axis])) return level::other;
  return level::row;
}

}  // namespace litho::plan
