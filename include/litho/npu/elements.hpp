// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <limits>

#include "../core/number.hpp"
#include "integers.hpp"
#include "lanes.hpp"

// Eigen's types of the same bits are elements too.
template <>
struct litho::dtype_of<Eigen::half> : litho::dtype_of<litho::half> {};
template <>
struct litho::dtype_of<Eigen::bfloat16> : litho::dtype_of<litho::bfloat16> {};

/// Elements in memory and the type that they are computed in (plan::arithmetic_of).
namespace litho::npu {

/// What a Vector instruction handles when it computes in T.
template <class T, int Width>
using vector_of = std::conditional_t<std::is_integral_v<T>, integers<T, Width>, lanes<T, Width>>;

template <class T, class M>
EIGEN_ALWAYS_INLINE T from_element(M value) {
  if constexpr (std::is_same_v<M, half>)
    return static_cast<T>(static_cast<float>(Eigen::half(Eigen::half_impl::raw_uint16_to_half(value.bits))));
  else if constexpr (std::is_same_v<M, bfloat16>)
    return static_cast<T>(std::bit_cast<float>(static_cast<std::uint32_t>(value.bits) << 16));
  else
    return static_cast<T>(value);
}

/// A float that rounds to 16 bits as the value does: of the two next to a double that with an odd last bit (Boldo and
/// Melquiond, "When double rounding is odd").
template <class T>
EIGEN_ALWAYS_INLINE float on_the_way(T value) {
  const auto nearest = static_cast<float>(value);
  if constexpr (std::is_same_v<T, double>) {
    const double rounded = nearest;
    if (rounded == value || value != value) return nearest;
    const auto bits = std::bit_cast<std::uint32_t>(nearest);
    return std::bit_cast<float>((std::fabs(rounded) > std::fabs(value) ? bits - 1 : bits) | 1);
  }
  return nearest;
}

/// As Eigen::bfloat16(value), of which GCC 12 makes an internal error where it vectorises a kernel for AVX2.
EIGEN_ALWAYS_INLINE bfloat16 nearest_bfloat16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t nearest = bits + 0x7fff + (bits >> 16 & 1);
  const bool is_nan = (bits & 0x7fffffff) > 0x7f800000;
  return {static_cast<std::uint16_t>((is_nan ? (bits & 0x80000000) | 0x7fc00000 : nearest) >> 16)};
}

/// The element nearest to a value, as litho::rounded has it: floats to nearest even, integers without fraction and modulo 2^bits.
template <class M, class T>
EIGEN_ALWAYS_INLINE M to_element(T value) {
  if constexpr (std::is_same_v<M, half>) {
    return {Eigen::half(on_the_way(value)).x};
  } else if constexpr (std::is_same_v<M, bfloat16>) {
    return nearest_bfloat16(on_the_way(value));
  } else if constexpr (std::is_same_v<M, bool>) {
    return value != T(0);
  } else if constexpr (std::is_integral_v<M> && std::is_floating_point_v<T>) {
    constexpr T bound = T(9223372036854775808.0);
    if (!(value < bound))
      return value >= bound ? static_cast<M>(std::numeric_limits<std::int64_t>::max()) : M(0);  // or NaN
    if (value < -bound) return static_cast<M>(std::numeric_limits<std::int64_t>::min());
    return static_cast<M>(static_cast<std::int64_t>(value));
  } else {
    return static_cast<M>(value);
  }
}

/// Whether memory of M holds V's numbers as they are.
template <class V, class M>
inline constexpr bool is_own_element = std::is_same_v<typename V::element, M>;

template <class V, class M>
EIGEN_ALWAYS_INLINE V load_as(const M* from) {
  if constexpr (is_own_element<V, M>) {
    return V::load(from);
  } else {
    typename V::element buffer[V::width];
    for (int i = 0; i < V::width; ++i) buffer[i] = from_element<typename V::element>(from[i]);
    return V::load(buffer);
  }
}
template <class V, class M>
EIGEN_ALWAYS_INLINE V load_part_as(const M* from, std::int64_t count) {
  if constexpr (is_own_element<V, M>) {
    return V::load_part(from, count);
  } else {
    typename V::element buffer[V::width]{};
    for (int i = 0; i < V::width; ++i)
      if (i < count) buffer[i] = from_element<typename V::element>(from[i]);
    return V::load(buffer);
  }
}
template <class V, class M>
EIGEN_ALWAYS_INLINE void store_as(const V& value, M* to) {
  if constexpr (is_own_element<V, M>) {
    value.store(to);
  } else {
    typename V::element buffer[V::width];
    value.store(buffer);
    for (int i = 0; i < V::width; ++i) to[i] = to_element<M>(buffer[i]);
  }
}
template <class V, class M>
EIGEN_ALWAYS_INLINE void store_part_as(const V& value, M* to, std::int64_t count) {
  if constexpr (is_own_element<V, M>) {
    value.store_part(to, count);
  } else {
    typename V::element buffer[V::width];
    value.store(buffer);
    for (int i = 0; i < V::width; ++i)
      if (i < count) to[i] = to_element<M>(buffer[i]);
  }
}

/// A value rounded to what elements of M can hold.
template <class M, class V>
EIGEN_ALWAYS_INLINE V rounded_to(const V& value) {
  if constexpr (is_own_element<V, M>) {
    return value;
  } else if constexpr (std::is_same_v<M, std::uint64_t> && std::is_floating_point_v<typename V::element>) {
    return rounded_to<std::int64_t>(value);  // to store it takes a negative number modulo 2^64, which no float may be
  } else {
    M buffer[V::width];
    store_as(value, buffer);
    return load_as<V>(static_cast<const M*>(buffer));
  }
}

}  // namespace litho::npu
