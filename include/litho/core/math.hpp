// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "wrapping.hpp"

/// Elementary functions that work in constant evaluation on double, at run time on double, and on SIMD values: an op's
/// `eval` is written once against this namespace. Constant evaluation is within 4 ULP of the exact value, pow within a
/// relative 2e-13 (tests/core).
/// Methods: Muller, Elementary Functions, 3rd edition (range reduction and series).
namespace litho::math {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

template <class V>
inline constexpr bool is_whole = false;
template <class T>
inline constexpr bool is_whole<wrapping<T>> = true;
template <class V>
concept whole = is_whole<V>;
template <class V>
concept scalar = std::floating_point<V> || whole<V>;

namespace detail {

inline constexpr double ln2_high = 6.93147180369123816490e-01;
inline constexpr double ln2_low = 1.90821492927058770002e-10;

constexpr double scale_by_power_of_two(double x, std::int64_t power) {
  for (; power > 1023; power -= 1023) x *= 0x1p1023;
  for (; power < -1022; power += 1022) x *= 0x1p-1022;
  return x * std::bit_cast<double>((power + 1023) << 52);
}

constexpr double exp(double x) {
  if (x != x) return x;
  if (x > 709.782712893384) return infinity;
  if (x < -745.14) return 0.0;
  const auto k = static_cast<std::int64_t>(x * 1.4426950408889634 + (x < 0 ? -0.5 : 0.5));
  const auto kd = static_cast<double>(k);
  const double high = x - kd * ln2_high;
  const double low = kd * ln2_low;
  const double r = high - low;
  double term = 1.0;
  double tail = 0.0;  // exp(r) - 1, summed from the small end by Horner's rule
  for (int n = 16; n >= 1; --n) tail = r / n * (1.0 + (n == 16 ? 0.0 : tail));
  term += tail;
  return scale_by_power_of_two(term, k);
}

constexpr double log(double x) {
  if (x != x || x == infinity) return x;
  if (x == 0.0) return -infinity;
  if (x < 0.0) return not_a_number;
  std::int64_t power = 0;
  if (x < 0x1p-1022) {
    x *= 0x1p54;
    power = -54;
  }
  auto bits = std::bit_cast<std::uint64_t>(x);
  power += static_cast<std::int64_t>(bits >> 52) - 1023;
  double m = std::bit_cast<double>((bits & 0xfffffffffffffULL) | 0x3ff0000000000000ULL);
  if (m > 1.4142135623730951) {
    m *= 0.5;
    ++power;
  }
  const double s = (m - 1.0) / (m + 1.0);
  const double s2 = s * s;
  double series = 0.0;
  for (int n = 23; n >= 3; n -= 2) series = s2 * (1.0 / n + series);
  const auto k = static_cast<double>(power);
  return k * ln2_high + (2.0 * s + (2.0 * s * series + k * ln2_low));
}

constexpr double sqrt(double x) {
  if (x != x || x == infinity || x == 0.0) return x;
  if (x < 0.0) return not_a_number;
  if (x < 0x1p-1000) return sqrt(x * 0x1p108) * 0x1p-54;
  double y = std::bit_cast<double>((std::bit_cast<std::uint64_t>(x) >> 1) + 0x1ff8000000000000ULL);
  for (int i = 0; i < 5; ++i) y = 0.5 * (y + x / y);
  return y;
}

constexpr double tanh(double x) {
  if (x != x) return x;
  const double magnitude = x < 0 ? -x : x;
  if (magnitude > 20.0) return x < 0 ? -1.0 : 1.0;
  if (magnitude > 0.5) {
    const double e = exp(2.0 * magnitude);
    const double y = 1.0 - 2.0 / (e + 1.0);
    return x < 0 ? -y : y;
  }
  double sine = 0.0;
  double cosine = 0.0;
  for (int n = 18; n >= 2; n -= 2) {
    sine = x * x / (n * (n + 1)) * (1.0 + sine);
    cosine = x * x / ((n - 1) * n) * (1.0 + cosine);
  }
  return x * (1.0 + sine) / (1.0 + cosine);
}

constexpr double erf(double x) {
  if (x != x) return x;
  const double magnitude = x < 0 ? -x : x;
  constexpr double two_over_root_pi = 1.1283791670955126;
  double y = 1.0;
  if (magnitude < 1.3) {  // erf x = 2/sqrt(pi) exp(-x^2) sum 2^n x^(2n+1) / (2n+1)!!, all terms positive
    double series = 0.0;
    for (int n = 40; n >= 1; --n) series = 2.0 * x * x / (2 * n + 1) * (1.0 + series);
    y = two_over_root_pi * magnitude * exp(-x * x) * (1.0 + series);
  } else if (magnitude < 6.0) {  // erfc by its continued fraction, backwards
    double fraction = 0.0;
    for (int n = 140; n >= 1; --n) fraction = 0.5 * n / (magnitude + fraction);
    y = 1.0 - 0.5 * two_over_root_pi * exp(-x * x) / (magnitude + fraction);
  }
  return x < 0 ? -y : y;
}

constexpr double trunc(double x) {
  if (x != x || x > 4503599627370496.0 || x < -4503599627370496.0) return x;
  const auto whole = static_cast<double>(static_cast<std::int64_t>(x));
  return whole == 0.0 && std::bit_cast<std::int64_t>(x) < 0 ? -0.0 : whole;
}

constexpr double pow(double x, double y) {
  if (y == 0.0 || x == 1.0) return 1.0;
  if (y == 1.0) return x;
  if (x != x || y != y) return not_a_number;
  const double magnitude = x < 0 ? -x : x;
  if (y == infinity || y == -infinity) {
    if (magnitude == 1.0) return 1.0;
    return (magnitude > 1.0) == (y > 0) ? infinity : 0.0;
  }
  const bool whole = trunc(y) == y;
  const bool odd = whole && trunc(y * 0.5) != y * 0.5;
  const bool negative = std::bit_cast<std::int64_t>(x) < 0;
  const double sign = negative && odd ? -1.0 : 1.0;
  if (magnitude == 0.0) return sign * (y < 0 ? infinity : 0.0);
  if (magnitude == infinity) return sign * (y < 0 ? 0.0 : infinity);
  if (negative && !whole) return not_a_number;
  // Beyond 1e20 any base but 1 has left the range of double. Constant evaluation must not overflow on the way.
  const double exponent = (y > 1e20 ? 1e20 : y < -1e20 ? -1e20 : y) * log(magnitude);
  if (whole && y >= -64.0 && y <= 64.0 && exponent > -700.0 && exponent < 700.0) {
    double power = 1.0;
    double base = magnitude;
    for (auto n = static_cast<std::int64_t>(y < 0 ? -y : y); n > 0; n /= 2) {
      if (n % 2 == 1) power *= base;
      if (n > 1) base *= base;
    }
    return sign * (y < 0 ? 1.0 / power : power);
  }
  return sign * exp(exponent);
}

template <scalar V, class Series, class Library>
constexpr V by_series_or_library(V x, Series series, Library library) {
  const auto number = static_cast<double>(x);
  return static_cast<V>(std::is_constant_evaluated() ? series(number) : library(number));
}

}  // namespace detail

// Each function: constant evaluation by the series above, run time by the C library, other values by their own member.
template <class V>
constexpr V exp(V x) {
  if constexpr (scalar<V>)
    return detail::by_series_or_library(x, detail::exp, [](double of) { return std::exp(of); });
  else
    return x.exp();
}
template <class V>
constexpr V log(V x) {
  if constexpr (scalar<V>)
    return detail::by_series_or_library(x, detail::log, [](double of) { return std::log(of); });
  else
    return x.log();
}
template <class V>
constexpr V sqrt(V x) {
  if constexpr (scalar<V>)
    return detail::by_series_or_library(x, detail::sqrt, [](double of) { return std::sqrt(of); });
  else
    return x.sqrt();
}
template <class V>
constexpr V tanh(V x) {
  if constexpr (scalar<V>)
    return detail::by_series_or_library(x, detail::tanh, [](double of) { return std::tanh(of); });
  else
    return x.tanh();
}
template <class V>
constexpr V erf(V x) {
  if constexpr (scalar<V>)
    return detail::by_series_or_library(x, detail::erf, [](double of) { return std::erf(of); });
  else
    return x.erf();
}

namespace detail {

template <class V>
constexpr V gelu(V x) {
  constexpr double root_half = 0.70710678118654752440;
  return V(0.5) * x * (V(1) + math::erf(V(root_half) * x));
}
template <class V>
constexpr V gelu_tanh(V x) {
  constexpr double root_two_over_pi = 0.79788456080286535588;
  return V(0.5) * x * (V(1) + math::tanh(V(root_two_over_pi) * (x + V(0.044715) * x * x * x)));
}

}  // namespace detail

/// x/2 (1 + erf(x / sqrt 2)).
template <class V>
constexpr V gelu(V x) {
  if constexpr (scalar<V>)
    return detail::gelu(x);
  else
    return x.gelu();
}
/// x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))).
template <class V>
constexpr V gelu_tanh(V x) {
  if constexpr (scalar<V>)
    return detail::gelu_tanh(x);
  else
    return x.gelu_tanh();
}

template <class V>
constexpr V pow(V x, V y) {
  if constexpr (scalar<V>)
    return static_cast<V>(std::is_constant_evaluated() ? detail::pow(static_cast<double>(x), static_cast<double>(y))
                                                       : std::pow(static_cast<double>(x), static_cast<double>(y)));
  else
    return x.pow(y);
}

template <class V>
constexpr V rsqrt(V x) {
  if constexpr (scalar<V>) {
    const V root = sqrt(x);
    return root != root ? root : V(1) / root;  // 1 / NaN is no constant expression for clang
  } else {
    return x.rsqrt();
  }
}

template <class V>
constexpr V abs(V x) {
  if constexpr (whole<V>)
    return x < V(0) ? -x : x;
  else if constexpr (scalar<V>)
    return std::bit_cast<std::int64_t>(static_cast<double>(x)) < 0 ? -x : x;
  else
    return x.abs();
}

/// if_true where the condition holds, if_false elsewhere; both are evaluated.
template <class Condition, class V>
constexpr V select(const Condition& condition, V if_true, V if_false) {
  if constexpr (std::same_as<Condition, bool>)
    return condition ? if_true : if_false;
  else
    return condition.select(if_true, if_false);
}

/// max(x, bound) and min(x, bound) for a bound that is no NaN: NaN stays NaN, and so does the sign of a zero equal to the bound.
template <class V>
constexpr V at_least(V x, V bound) {
  if constexpr (scalar<V>)
    return x < bound ? bound : x;
  else
    return x.at_least(bound);
}
template <class V>
constexpr V at_most(V x, V bound) {
  if constexpr (scalar<V>)
    return bound < x ? bound : x;
  else
    return x.at_most(bound);
}

/// IEEE 754-2019 maximum and minimum: NaN if either is NaN, +0 greater than -0 is not guaranteed.
template <class V>
constexpr V maximum(V a, V b) {
  if constexpr (scalar<V>)
    return a != a ? a : b != b ? b : a > b ? a : b;
  else
    return a.maximum(b);
}
template <class V>
constexpr V minimum(V a, V b) {
  if constexpr (scalar<V>)
    return a != a ? a : b != b ? b : a < b ? a : b;
  else
    return a.minimum(b);
}

}  // namespace litho::math
