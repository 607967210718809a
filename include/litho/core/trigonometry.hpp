// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "math.hpp"

/// Trigonometric and hyperbolic functions, their inverses, e^x - 1 and log(1 + x), in the manner of math.hpp: within 4 ULP in
/// constant evaluation (tests/core).
/// Methods: Muller, Elementary Functions, 3rd edition; the reduction by pi is that of Payne and Hanek.
namespace litho::math {

namespace detail {

inline constexpr double half_pi = 1.5707963267948966;
inline constexpr double ln2 = 0.6931471805599453;

/// The bits of 2 / pi behind the point, as many as the largest double needs.
inline constexpr std::uint64_t two_over_pi[] = {
    0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0,
    0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4,
    0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab};

/// 64 bits of 2 / pi from place `begin` on; those before the point are 0.
constexpr std::uint64_t bits_of_two_over_pi(int begin) {
  const auto word = [](int at) { return at < 0 || at > 18 ? 0 : two_over_pi[at]; };
  const int offset = begin & 63;
  const int at = (begin - offset) / 64;
  return offset == 0 ? word(at) : word(at) << offset | word(at + 1) >> (64 - offset);
}

struct wide_product {
  std::uint64_t high;
  std::uint64_t low;
};
constexpr wide_product multiply(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t half = 0xffffffff;
  const std::uint64_t low = (a & half) * (b & half);
  const std::uint64_t first = (a >> 32) * (b & half) + (low >> 32);
  const std::uint64_t second = (a & half) * (b >> 32) + (first & half);
  return {(a >> 32) * (b >> 32) + (first >> 32) + (second >> 32), second << 32 | (low & half)};
}

/// An angle as high + low within pi/4 of 0, and the quarter turns that were taken away.
struct reduced_angle {
  double high;
  double low;
  int quarter;
};
constexpr reduced_angle reduced(double x) {
  const double magnitude = x < 0 ? -x : x;
  if (magnitude <= 0.5 * half_pi) return {x, 0.0, 0};
  const auto bits = std::bit_cast<std::uint64_t>(magnitude);
  const std::uint64_t mantissa = (bits & 0xfffffffffffff) | 0x10000000000000;
  const int power = static_cast<int>(bits >> 52) - 1075;
  // mantissa * 2^power * 2/pi modulo 4: bits of 2/pi before place power - 2 give multiples of 4; 192 bits from there on
  // are enough.
  const wide_product last = multiply(mantissa, bits_of_two_over_pi(power + 126));
  const wide_product middle = multiply(mantissa, bits_of_two_over_pi(power + 62));
  const std::uint64_t second = last.high + middle.low;
  const std::uint64_t first = mantissa * bits_of_two_over_pi(power - 2) + middle.high + (second < middle.low ? 1 : 0);
  int quarter = static_cast<int>(first >> 62);
  std::uint64_t fraction = first << 2 | second >> 62;
  std::uint64_t rest = second << 2 | last.low >> 62;
  const bool is_above = fraction >> 63 != 0;
  if (is_above) {
    ++quarter;
    rest = ~rest + 1;
    fraction = ~fraction + (rest == 0 ? 1 : 0);
  }
  const int zeros = fraction != 0 ? std::countl_zero(fraction) : 64 + std::countl_zero(rest);
  if (zeros >= 64)
    fraction = rest << (zeros - 64);
  else if (zeros > 0)
    fraction = fraction << zeros | rest >> (64 - zeros);
  const std::uint64_t angle = multiply(fraction, 0xc90fdaa22168c235).high;  // pi/2 * 2^63
  const double scale = scale_by_power_of_two(is_above != (x < 0) ? -1.0 : 1.0, -63 - zeros);
  return {static_cast<double>(angle & ~std::uint64_t{0x7ff}) * scale, static_cast<double>(angle & 0x7ff) * scale,
          x < 0 ? -quarter : quarter};
}

constexpr double sine(const reduced_angle& x) {
  const double squared = x.high * x.high;
  double tail = 0.0;
  for (int n = 18; n >= 2; n -= 2) tail = -squared / (n * (n + 1)) * (1.0 + tail);
  return x.high + (x.high * tail + x.low * (1.0 - 0.5 * squared));
}
constexpr double cosine(const reduced_angle& x) {
  const double squared = x.high * x.high;
  double tail = 0.0;
  for (int n = 18; n >= 2; n -= 2) tail = -squared / ((n - 1) * n) * (1.0 + tail);
  return 1.0 + (tail - x.high * x.low);
}

constexpr bool is_finite(double x) { return x > -infinity && x < infinity; }

constexpr double sin(double x) {
  if (!is_finite(x)) return not_a_number;
  if (x == 0.0) return x;
  const reduced_angle y = reduced(x);
  const double magnitude = y.quarter % 2 == 0 ? sine(y) : cosine(y);
  return (y.quarter & 2) == 0 ? magnitude : -magnitude;
}

constexpr double cos(double x) {
  if (!is_finite(x)) return not_a_number;
  const reduced_angle y = reduced(x);
  const double magnitude = y.quarter % 2 == 0 ? cosine(y) : sine(y);
  return ((y.quarter + 1) & 2) == 0 ? magnitude : -magnitude;
}

constexpr double tan(double x) {
  if (!is_finite(x)) return not_a_number;
  if (x == 0.0) return x;
  const reduced_angle y = reduced(x);
  return y.quarter % 2 == 0 ? sine(y) / cosine(y) : -cosine(y) / sine(y);
}

constexpr double atan(double x) {
  if (x != x) return x;
  const double magnitude = x < 0 ? -x : x;
  if (magnitude < 0x1p-28) return x;
  if (magnitude > 0x1p60) return x < 0 ? -half_pi : half_pi;
  // atan x = atan c + atan((x - c) / (1 + c x)) for the nearest of c = 0, 1/2, 1, 3/2 and infinity
  double high = half_pi;
  double low = 6.123233995736766e-17;
  double t = -1.0 / magnitude;
  if (magnitude < 0.4375) {
    high = 0.0;
    low = 0.0;
    t = magnitude;
  } else if (magnitude < 0.6875) {
    high = 0.4636476090008061;
    low = 2.2698777452961687e-17;
    t = (2.0 * magnitude - 1.0) / (2.0 + magnitude);
  } else if (magnitude < 1.1875) {
    high = 0.7853981633974483;
    low = 3.061616997868383e-17;
    t = (magnitude - 1.0) / (magnitude + 1.0);
  } else if (magnitude < 2.4375) {
    high = 0.982793723247329;
    low = 1.3903311031230998e-17;
    t = (magnitude - 1.5) / (1.0 + 1.5 * magnitude);
  }
  double series = 0.0;
  for (int n = 49; n >= 3; n -= 2) series = t * t * ((n % 4 == 3 ? -1.0 : 1.0) / n + series);
  const double y = high + (t + (t * series + low));
  return x < 0 ? -y : y;
}

constexpr double asin(double x) {
  if (!(x >= -1.0 && x <= 1.0)) return not_a_number;
  if (x == 1.0 || x == -1.0) return x * half_pi;
  return atan(x / sqrt((1.0 - x) * (1.0 + x)));
}

constexpr double acos(double x) {
  if (!(x >= -1.0 && x <= 1.0)) return not_a_number;
  if (x == -1.0) return 2.0 * half_pi;
  return 2.0 * atan(sqrt((1.0 - x) / (1.0 + x)));
}

constexpr double expm1(double x) {
  if (x != x) return x;
  const double magnitude = x < 0 ? -x : x;
  if (magnitude < 0x1p-54) return x;
  if (magnitude >= 1.0) return exp(x) - 1.0;
  double tail = 0.0;
  for (int n = 20; n >= 2; --n) tail = x / n * (1.0 + tail);
  return x + x * tail;
}

constexpr double log1p(double x) {
  if (x != x || x == infinity) return x;
  if (x < -1.0) return not_a_number;
  if (x == -1.0) return -infinity;
  if (x < 0x1p-54 && x > -0x1p-54) return x;
  if (x > -0.28 && x < 0.41) {
    const double s = x / (2.0 + x);
    const double s2 = s * s;
    const double half_square = 0.5 * x * x;
    double series = 0.0;
    for (int n = 23; n >= 3; n -= 2) series = s2 * (2.0 / n + series);
    return x - (half_square - s * (half_square + series));
  }
  const double sum = 1.0 + x;
  const double lost = x < 1.0 ? x - (sum - 1.0) : 1.0 - (sum - x);
  return log(sum) + lost / sum;
}

constexpr double sinh(double x) {
  const double magnitude = x < 0 ? -x : x;
  if (x != x || magnitude < 0x1p-28 || magnitude == infinity) return x;
  double y = infinity;
  if (magnitude < 1.0) {
    double tail = 0.0;
    for (int n = 18; n >= 2; n -= 2) tail = magnitude * magnitude / (n * (n + 1)) * (1.0 + tail);
    y = magnitude + magnitude * tail;
  } else if (magnitude < 709.0) {
    const double power = exp(magnitude);
    y = 0.5 * (power - 1.0 / power);
  } else if (magnitude <= 710.4758600739439) {
    const double root = exp(0.5 * magnitude);
    y = 0.5 * root * root;
  }
  return x < 0 ? -y : y;
}

constexpr double cosh(double x) {
  const double magnitude = x < 0 ? -x : x;
  if (magnitude > 22.0) return sinh(magnitude);
  if (x != x) return x;
  const double power = exp(magnitude);
  return 0.5 * (power + 1.0 / power);
}

constexpr double asinh(double x) {
  const double magnitude = x < 0 ? -x : x;
  if (x != x || magnitude < 0x1p-28 || magnitude == infinity) return x;
  const double squared = magnitude < 0x1p28 ? magnitude * magnitude : 0.0;
  const double y = magnitude < 0x1p28 ? log1p(magnitude + squared / (1.0 + sqrt(1.0 + squared))) : log(magnitude) + ln2;
  return x < 0 ? -y : y;
}

constexpr double acosh(double x) {
  if (!(x >= 1.0)) return not_a_number;
  if (x == infinity) return x;
  if (x > 0x1p28) return log(x) + ln2;
  const double above = x - 1.0;
  return log1p(above + sqrt(2.0 * above + above * above));
}

constexpr double atanh(double x) {
  if (!(x >= -1.0 && x <= 1.0)) return not_a_number;
  const double magnitude = x < 0 ? -x : x;
  if (magnitude < 0x1p-28) return x;
  if (magnitude == 1.0) return x * infinity;
  const double y = 0.5 * log1p(magnitude < 0.5 ? 2.0 * magnitude + 2.0 * magnitude * magnitude / (1.0 - magnitude)
                                               : 2.0 * magnitude / (1.0 - magnitude));
  return x < 0 ? -y : y;
}

}  // namespace detail

template <class V>
constexpr V sin(V x) {
  if constexpr (scalar<V>)
    return detail::by_series_or_library(x, detail::sin, [](double of) { return std::sin(of); });
  else
    return x.sin();
}
template <class V>
constexpr V cos(V x) {
  if constexpr (scalar<V>)
    return detail::by_series_or_library(x, detail::cos, [](double of) { return std::cos(of); });
  else
    return x.cos();
}
template <class V>
constexpr V tan(V x) {
  if constexpr (scalar<V>)
    return detail::by_series_or_library(x, detail::tan, [](double of) { return std::tan(of); });
  else
    return x.tan();
}
template <class V>
constexpr V asin(V x) {
  if constexpr (scalar<V>)
    return detail::by_series_or_library(x, detail::asin, [](double of) { return std::asin(of); });
  else
    return x.asin();
}
template <class V>
constexpr V acos(V x) {
  if constexpr (scalar<V>)
    return detail::by_series_or_library(x, detail::acos, [](double of) { return std::acos(of); });
  else
    return x.acos();
}
template <class V>
constexpr V atan(V x) {
  if constexpr (scalar<V>)
    return detail::by_series_or_library(x, detail::atan, [](double of) { return std::atan(of); });
  else
    return x.atan();
}
template <class V>
constexpr V sinh(V x) {
  if constexpr (scalar<V>)
    return detail::by_series_or_library(x, detail::sinh, [](double of) { return std::sinh(of); });
  else
    return x.sinh();
}
template <class V>
constexpr V cosh(V x) {
  if constexpr (scalar<V>)
    return detail::by_series_or_library(x, detail::cosh, [](double of) { return std::cosh(of); });
  else
    return x.cosh();
}
template <class V>
constexpr V asinh(V x) {
  if constexpr (scalar<V>)
    return detail::by_series_or_library(x, detail::asinh, [](double of) { return std::asinh(of); });
  else
    return x.asinh();
}
template <class V>
constexpr V acosh(V x) {
  if constexpr (scalar<V>)
    return detail::by_series_or_library(x, detail::acosh, [](double of) { return std::acosh(of); });
  else
    return x.acosh();
}
template <class V>
constexpr V atanh(V x) {
  if constexpr (scalar<V>)
    return detail::by_series_or_library(x, detail::atanh, [](double of) { return std::atanh(of); });
  else
    return x.atanh();
}
template <class V>
constexpr V expm1(V x) {
  if constexpr (scalar<V>)
    return detail::by_series_or_library(x, detail::expm1, [](double of) { return std::expm1(of); });
  else
    return x.expm1();
}
template <class V>
constexpr V log1p(V x) {
  if constexpr (scalar<V>)
    return detail::by_series_or_library(x, detail::log1p, [](double of) { return std::log1p(of); });
  else
    return x.log1p();
}

}  // namespace litho::math
