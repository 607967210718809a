// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "math.hpp"

/// Rounding to whole numbers and what is left of a division, in the manner of math.hpp. All of it is exact.
namespace litho::math {

namespace detail {

constexpr double floor(double x) {
  const double whole = trunc(x);
  return whole > x ? whole - 1.0 : whole;
}

constexpr double ceil(double x) {
  const double whole = trunc(x);
  if (!(whole < x)) return whole;
  return whole + 1.0;
}

constexpr double round_even(double x) {
  const bool negative = std::bit_cast<std::int64_t>(x) < 0;
  const double magnitude = negative ? -x : x;
  if (!(magnitude < 0x1p52)) return x;
  const double rounded = (magnitude + 0x1p52) - 0x1p52;  // the sum has no place for a fraction
  return negative ? -rounded : rounded;
}

constexpr double fmod(double x, double y) {
  if (x != x || y != y) return not_a_number;
  const double divisor = y < 0 ? -y : y;
  double rest = x < 0 ? -x : x;
  if (rest == infinity || divisor == 0.0) return not_a_number;
  if (rest < divisor) return x;
  double multiple =
      divisor;  // long division: the divisor times powers of two, from the greatest down, each difference exact
  while (multiple <= rest - multiple) multiple *= 2.0;
  for (; multiple >= divisor; multiple *= 0.5) {
    if (rest >= multiple) rest -= multiple;
    if (multiple == divisor) break;
  }
  return std::bit_cast<std::int64_t>(x) < 0 ? -rest : rest;
}

}  // namespace detail

template <class V>
constexpr V floor(V x) {
  if constexpr (scalar<V>)
    return detail::by_series_or_library(x, detail::floor, [](double of) { return std::floor(of); });
  else
    return x.floor();
}
template <class V>
constexpr V ceil(V x) {
  if constexpr (scalar<V>)
    return detail::by_series_or_library(x, detail::ceil, [](double of) { return std::ceil(of); });
  else
    return x.ceil();
}
/// The nearest whole number, of two the even one.
template <class V>
constexpr V round_even(V x) {
  if constexpr (scalar<V>)
    return detail::by_series_or_library(x, detail::round_even, [](double of) { return std::nearbyint(of); });
  else
    return x.round_even();
}

/// What is left of a division whose quotient is cut off: it has the sign of x. Of integers it is 0 where y is 0.
template <class V>
constexpr V fmod(V x, V y) {
  if constexpr (requires { x % y; })
    return x % y;
  else if constexpr (scalar<V>)
    return static_cast<V>(std::is_constant_evaluated() ? detail::fmod(static_cast<double>(x), static_cast<double>(y))
                                                       : std::fmod(static_cast<double>(x), static_cast<double>(y)));
  else
    return x.fmod(y);
}

}  // namespace litho::math
