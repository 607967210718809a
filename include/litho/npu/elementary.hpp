// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>

#include "packet.hpp"

namespace litho::npu::detail {

/// What SIMD values do seldom, for lanes to derive from: rounding by Eigen's packets where they have it, the functions of
/// core/rounding.hpp and core/trigonometry.hpp lane by lane in the C library.
template <class Lanes, class T>
struct elementary {
  using traits = Eigen::internal::packet_traits<T>;

#pragma GCC diagnostic push  // AVX-512 instructions inside Eigen's functions of which GCC 12 warns (its bug 105593)
#pragma GCC diagnostic ignored "-Wuninitialized"
  EIGEN_ALWAYS_INLINE Lanes floor() const {
    if constexpr (traits::HasFloor && Lanes::packet_size > 1)
      return each([](const auto& x) { return Eigen::internal::pfloor(x); });
    else
      return one_by_one([](T x) { return std::floor(x); });
  }
  EIGEN_ALWAYS_INLINE Lanes ceil() const {
    if constexpr (traits::HasCeil && Lanes::packet_size > 1)
      return each([](const auto& x) { return Eigen::internal::pceil(x); });
    else
      return one_by_one([](T x) { return std::ceil(x); });
  }
  EIGEN_ALWAYS_INLINE Lanes round_even() const {
    if constexpr (traits::HasRint && Lanes::packet_size > 1)
      return each([](const auto& x) { return Eigen::internal::print(x); });
    else
      return one_by_one([](T x) { return std::nearbyint(x); });
  }
  EIGEN_ALWAYS_INLINE Lanes expm1() const {
    if constexpr (traits::HasExpm1 && Lanes::packet_size > 1)
      return each([](const auto& x) { return Eigen::internal::pexpm1(x); });
    else
      return one_by_one([](T x) { return std::expm1(x); });
  }
  EIGEN_ALWAYS_INLINE Lanes log1p() const {
    if constexpr (traits::HasLog1p && Lanes::packet_size > 1)
      return each([](const auto& x) { return Eigen::internal::plog1p(x); });
    else
      return one_by_one([](T x) { return std::log1p(x); });
  }
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
  EIGEN_STRONG_INLINE Lanes sin() const {
    return one_by_one([](T x) { return std::sin(x); });
  }
  EIGEN_STRONG_INLINE Lanes cos() const {
    return one_by_one([](T x) { return std::cos(x); });
  }
  EIGEN_STRONG_INLINE Lanes tan() const {
    return one_by_one([](T x) { return std::tan(x); });
  }
  EIGEN_STRONG_INLINE Lanes asin() const {
    return one_by_one([](T x) { return std::asin(x); });
  }
  EIGEN_STRONG_INLINE Lanes acos() const {
    return one_by_one([](T x) { return std::acos(x); });
  }
  EIGEN_STRONG_INLINE Lanes atan() const {
    return one_by_one([](T x) { return std::atan(x); });
  }
  EIGEN_STRONG_INLINE Lanes sinh() const {
    return one_by_one([](T x) { return std::sinh(x); });
  }
  EIGEN_STRONG_INLINE Lanes cosh() const {
    return one_by_one([](T x) { return std::cosh(x); });
  }
  EIGEN_STRONG_INLINE Lanes asinh() const {
    return one_by_one([](T x) { return std::asinh(x); });
  }
  EIGEN_STRONG_INLINE Lanes acosh() const {
    return one_by_one([](T x) { return std::acosh(x); });
  }
  EIGEN_STRONG_INLINE Lanes atanh() const {
    return one_by_one([](T x) { return std::atanh(x); });
  }
  EIGEN_STRONG_INLINE Lanes pow(const Lanes& power) const {
    return one_by_one(power, [](T x, T y) { return std::pow(x, y); });
  }
  EIGEN_STRONG_INLINE Lanes fmod(const Lanes& divisor) const {
    return one_by_one(divisor, [](T x, T y) { return std::fmod(x, y); });
  }

 private:
  EIGEN_ALWAYS_INLINE const Lanes& self() const { return static_cast<const Lanes&>(*this); }
  template <class Function>
  EIGEN_ALWAYS_INLINE Lanes each(Function&& function) const {
    Lanes result;
#pragma GCC unroll 16
    for (int i = 0; i < Lanes::count; ++i) result.parts[i] = function(self().parts[i]);
    return result;
  }
  template <class Function>
  EIGEN_ALWAYS_INLINE Lanes one_by_one(Function&& function) const {
    T buffer[Lanes::width];
    self().store(buffer);
    for (T& number : buffer) number = function(number);
    return Lanes::load(buffer);
  }
  template <class Function>
  EIGEN_ALWAYS_INLINE Lanes one_by_one(const Lanes& other, Function&& function) const {
    T left[Lanes::width];
    T right[Lanes::width];
    self().store(left);
    other.store(right);
    for (int i = 0; i < Lanes::width; ++i) left[i] = function(left[i], right[i]);
    return Lanes::load(left);
  }
};

}  // namespace litho::npu::detail
