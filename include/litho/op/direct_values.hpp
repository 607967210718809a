// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

/// What ops of category direct share: refusals, walks along an axis, and values as what they compute with.
namespace litho::detail {

/// No fault where `axis` is one of x's; negative ones count from the back.
constexpr fault refuse_axis(const tensor_type& x, std::int64_t axis) {
  if (axis < -x.rank() || axis >= x.rank()) return {"axis {a} is outside of {left} (rank {b})", x, {}, axis, x.rank()};
  return {};
}
constexpr int axis_of(std::int64_t axis, int rank) { return static_cast<int>(axis < 0 ? axis + rank : axis); }

constexpr fault refuse_blocked(std::span<const tensor_type> in) {
  for (const tensor_type& each : in)
    if (each.layout != format::plain) return {"inputs must be plain: got {left}", each};
  return {};
}

/// The output, or a fault where it has a negative size or more elements than a tensor may have.
constexpr inferred possible(const tensor_type& out, const tensor_type& x) {
  bool is_empty = false;
  for (std::int64_t extent : out.dims) {
    if (extent < 0) return fault{"the result {right} has a negative size: from {left}", x, out};
    is_empty = is_empty || extent == 0;
  }
  for (std::int64_t extent : out.dims)
    if (extent > most_elements) return fault{"the result {right} is too large: from {left}", x, out};
  if (!is_empty && out.elements() > most_elements) return fault{"the result {right} is too large: from {left}", x, out};
  return out;
}

/// A shape as seen along one axis: element (o, i, k) lies at (o * extent + i) * inner + k.
struct axis_walk {
  std::int64_t outer = 1;
  std::int64_t extent = 1;
  std::int64_t inner = 1;
  constexpr std::int64_t at(std::int64_t o, std::int64_t i, std::int64_t k) const {
    return (o * extent + i) * inner + k;
  }
};
constexpr axis_walk along(const shape& dims, int axis) {
  axis_walk walk;
  for (int i = 0; i < axis; ++i) walk.outer *= dims[i];
  walk.extent = dims[axis];
  for (int i = axis + 1; i < dims.count; ++i) walk.inner *= dims[i];
  return walk;
}

/// Calls function.template operator()<V>() with what is computed with on input i: whole numbers that wrap, or In::real_type.
template <class In, class Function>
constexpr void with_values_of(const In& in, int i, Function&& function) {
  const dtype element = in.type(i).element;
  if (is_float(element))
    function.template operator()<typename In::real_type>();
  else if (element == dtype::u64)
    function.template operator()<wrapping<std::uint64_t>>();
  else
    function.template operator()<wrapping<std::int64_t>>();
}
template <class V>
constexpr V value_at(const auto& in, int i, std::int64_t at) {
  if constexpr (math::whole<V>)
    return V(in.whole(i, at));
  else
    return static_cast<V>(in.real(i, at));
}
template <class V>
constexpr void set_value(auto& out, std::int64_t at, const V& value) {
  if constexpr (math::whole<V>)
    out.set(at, static_cast<std::int64_t>(value.value));
  else
    out.set(at, value);
}

/// What sums of V are kept in.
template <class V>
using sum_of = std::conditional_t<math::whole<V>, V, double>;

/// Whole numbers in the scratch memory of a direct op; each takes two of its numbers.
template <class Real>
class scratch_integers {
 public:
  static constexpr std::int64_t numbers = 2;

  constexpr scratch_integers() = default;
  constexpr explicit scratch_integers(Real* begin) : begin_(begin) {}
  constexpr std::int64_t operator[](std::int64_t at) const {
    std::uint64_t bits = 0;
    for (int half = 1; half >= 0; --half) bits = bits << 32 | part(begin_[2 * at + half]);
    return static_cast<std::int64_t>(bits);
  }
  constexpr void set(std::int64_t at, std::int64_t value) const {
    for (int half = 0; half < 2; ++half)
      begin_[2 * at + half] = number(static_cast<std::uint32_t>(static_cast<std::uint64_t>(value) >> 32 * half));
  }

 private:
  /// 32 bits in a float, or as a double, which holds each such number.
  static constexpr Real number(std::uint32_t half) {
    if constexpr (sizeof(Real) == sizeof half)
      return std::bit_cast<Real>(half);
    else
      return static_cast<Real>(half);
  }
  static constexpr std::uint32_t part(Real number) {
    if constexpr (sizeof(Real) == sizeof(std::uint32_t))
      return std::bit_cast<std::uint32_t>(number);
    else
      return static_cast<std::uint32_t>(number);
  }

  Real* begin_ = nullptr;
};

}  // namespace litho::detail
