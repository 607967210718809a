// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>

#include "dtype.hpp"
#include "text.hpp"

namespace litho {

inline constexpr int max_rank = 8;

/// No tensor has more elements, and texts with larger numbers are refused.
inline constexpr std::int64_t most_elements = std::int64_t{1} << 40;

/// a * b, or the largest number where that would overflow: shape rules must stand any attributes.
constexpr std::int64_t bounded_product(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  return __builtin_mul_overflow(a, b, &result) ? std::numeric_limits<std::int64_t>::max() : result;
}

/// A short list of whole numbers that can be a template argument: a shape, axes, a permutation.
struct ints {
  std::int64_t values[max_rank]{};
  int count = 0;

  constexpr ints() = default;
  constexpr ints(std::initializer_list<std::int64_t> from) {
    for (std::int64_t value : from) push_back(value);
  }
  constexpr ints(std::int64_t only) : ints({only}) {}  // NOLINT: .axes = 1 reads better than .axes = {1}

  constexpr int size() const { return count; }
  constexpr bool empty() const { return count == 0; }
  constexpr std::int64_t operator[](int at) const { return values[at]; }
  constexpr std::int64_t& operator[](int at) { return values[at]; }
  constexpr const std::int64_t* begin() const { return values; }
  constexpr const std::int64_t* end() const { return values + count; }
  constexpr std::int64_t* begin() { return values; }
  constexpr std::int64_t* end() { return values + count; }
  constexpr void push_back(std::int64_t value) { values[count++] = value; }
  constexpr bool contains(std::int64_t wanted) const {
    for (std::int64_t value : *this)
      if (value == wanted) return true;
    return false;
  }
  constexpr std::int64_t product() const {
    std::int64_t all = 1;
    for (std::int64_t value : *this) all = bounded_product(all, value);
    return all;
  }
  friend constexpr bool operator==(const ints& a, const ints& b) {
    if (a.count != b.count) return false;
    for (int i = 0; i < a.count; ++i)
      if (a.values[i] != b.values[i]) return false;
    return true;
  }
};

using shape = ints;

/// How a tensor lies in memory. `plain` is row-major. The others are the NPU's blocked formats; `lanes` in tensor_type
/// gives their C0 (docs/reference/glossary.md).
enum class format : std::uint8_t {
  plain,
  nc1hwc0,     ///< activations (N, C1, H, W, C0), channels padded to a multiple of C0
  fractal_z,   ///< weights [O, I, spatial...] as (O1, I1, spatial..., I0, O0); I is not padded, O is
  fractal_nz,  ///< matrices [..., K, N] as (..., N1, K, N0), N padded
  winograd_2,  ///< weights [O, I, 3, 3] transformed for tiles of 2x2 outputs: (O1, 4x4, I, O0), O padded
  winograd_4   ///< the same for tiles of 4x4 outputs: (O1, 6x6, I, O0)
};

/// Output rows and columns of the tiles that weights are transformed for; 0 where they are not.
constexpr int winograd_tile(format kind) { return kind == format::winograd_2 ? 2 : kind == format::winograd_4 ? 4 : 0; }

constexpr std::string_view name_of(format kind) {
  constexpr std::string_view names[] = {"plain", "nc1hwc0", "fractal_z", "fractal_nz", "winograd_2", "winograd_4"};
  return names[static_cast<int>(kind)];
}

constexpr std::int64_t round_up(std::int64_t value, std::int64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

/// Everything static about a value: element type, logical shape, and how it lies in memory.
struct tensor_type {
  dtype element = dtype::f32;
  format layout = format::plain;
  std::int16_t lanes = 1;  ///< C0, O0 or N0 of a blocked layout
  shape dims;

  constexpr int rank() const { return dims.count; }
  constexpr std::int64_t elements() const { return dims.product(); }
  /// Elements in memory, padding of blocked layouts included.
  constexpr std::int64_t stored_elements() const {
    if (layout == format::plain) return elements();
    if (const std::int64_t points = winograd_tile(layout) + 2; points > 2)
      return points * points * dims[1] * round_up(dims[0], lanes);
    const int blocked = layout == format::nc1hwc0 ? 1 : layout == format::fractal_z ? 0 : rank() - 1;
    if (dims[blocked] == 0) return 0;
    return elements() / dims[blocked] * round_up(dims[blocked], lanes);
  }
  /// The sizes as they lie in memory: NC1HWC0 has one axis more, the lanes, behind its own.
  constexpr shape stored_dims() const {
    if (layout != format::nc1hwc0) return dims;
    return {dims[0], round_up(dims[1], lanes) / lanes, dims[2], dims[3], lanes};
  }
  constexpr std::int64_t bytes() const { return stored_elements() * size_of(element); }
  constexpr tensor_type with(format kind, int c0) const {
    tensor_type result = *this;
    result.layout = kind;
    result.lanes = static_cast<std::int16_t>(kind == format::plain ? 1 : c0);
    return result;
  }
  constexpr tensor_type plain() const { return with(format::plain, 1); }
  friend constexpr bool operator==(const tensor_type&, const tensor_type&) = default;
};

constexpr text_builder& operator<<(text_builder& out, const ints& list) {
  out << '[';
  for (int i = 0; i < list.count; ++i) {
    if (i > 0) out << ',';
    out << list[i];
  }
  return out << ']';
}

/// f32[2,3], or f32[1,16,14,14]:nc1hwc0/16 for a blocked layout.
constexpr text_builder& operator<<(text_builder& out, const tensor_type& type) {
  out << name_of(type.element) << type.dims;
  if (type.layout != format::plain) out << ':' << name_of(type.layout) << '/' << static_cast<int>(type.lanes);
  return out;
}

/// Row-major strides in elements.
constexpr ints strides_of(const shape& dims) {
  ints strides;
  strides.count = dims.count;
  std::int64_t step = 1;
  for (int i = dims.count - 1; i >= 0; --i) {
    strides[i] = step;
    step *= dims[i];
  }
  return strides;
}

/// Strides that walk `dims` as if it had the (larger, right-aligned) shape `target`: 0 where it is repeated.
constexpr ints broadcast_strides(const shape& dims, const shape& target) {
  const ints own = strides_of(dims);
  ints strides;
  strides.count = target.count;
  for (int i = 1; i <= dims.count; ++i) strides[target.count - i] = dims[dims.count - i] == 1 ? 0 : own[dims.count - i];
  return strides;
}

}  // namespace litho
