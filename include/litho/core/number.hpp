// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>

#include "dtype.hpp"

namespace litho {

/// One value of a tensor in the reference semantics: a double, or a whole number of 64 bits where the element type is an integer or
/// bool. Exact for every value of every element type (docs/why/004).
class number {
 public:
  constexpr number() = default;
  constexpr number(std::floating_point auto value) : real_(static_cast<double>(value)) {}  // NOLINT: as numbers convert
  constexpr number(std::integral auto value) : whole_(static_cast<std::int64_t>(value)), is_whole_(true) {}  // NOLINT
  constexpr operator double() const { return is_whole_ ? static_cast<double>(whole_) : real_; }              // NOLINT

  /// The whole number, or what is left of the double without its fraction; the nearest of 64 bits, 0 of NaN.
  constexpr std::int64_t whole() const {
    if (is_whole_) return whole_;
    if (real_ != real_) return 0;
    if (real_ >= 0x1p63) return std::numeric_limits<std::int64_t>::max();
    if (real_ < -0x1p63) return std::numeric_limits<std::int64_t>::min();
    return static_cast<std::int64_t>(real_);
  }
  constexpr bool is_whole() const { return is_whole_; }
  /// Equal for what cannot be told apart: 0 and -0 differ, a NaN equals itself.
  constexpr std::uint64_t bits() const {
    return is_whole_ ? static_cast<std::uint64_t>(whole_) : std::bit_cast<std::uint64_t>(real_);
  }

  friend constexpr bool operator==(const number& a, const number& b) {
    return a.is_whole_ && b.is_whole_ ? a.whole_ == b.whole_ : static_cast<double>(a) == static_cast<double>(b);
  }
  template <class T>
    requires std::is_arithmetic_v<T>
  friend constexpr bool operator==(const number& a, T b) {
    return a == number(b);
  }

 private:
  union {
    double real_ = 0;
    std::int64_t whole_;
  };
  bool is_whole_ = false;
};

namespace detail {

/// The float of 1 + Exponent + Fraction bits that is nearest to a value, ties to even, as a double. Beyond the largest that is
/// infinity, which a cast does not give in constant evaluation.
template <int Exponent, int Fraction>
constexpr double nearest_float(double value) {
  if (value != value || value == 0) return value;
  if constexpr (Exponent == 8 && Fraction == 23) {
    constexpr double overflow = 0x1.ffffffp127;  // halfway between the largest float and what would follow it
    if (value >= overflow) return std::numeric_limits<double>::infinity();
    if (value <= -overflow) return -std::numeric_limits<double>::infinity();
    return static_cast<double>(static_cast<float>(value));
  }
  constexpr int bias = (1 << (Exponent - 1)) - 1;
  const double magnitude = value < 0 ? -value : value;
  const auto power =
      static_cast<int>(std::bit_cast<std::uint64_t>(magnitude) >> 52) - 1023;  // of a subnormal double: small enough
  const int least = power < 1 - bias ? 1 - bias : power;  // subnormals have the spacing of the smallest normal numbers
  if (power > bias)
    return value < 0 ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
  // To add and take away 2^52 steps rounds to whole steps, ties to even.
  const double step = std::bit_cast<double>(static_cast<std::uint64_t>(least - Fraction + 1023) << 52);
  const double steps = magnitude / step;
  const double rounded = (steps + 0x1p52) - 0x1p52;
  const double result = rounded * step;
  if (result >= 2 * std::bit_cast<double>(static_cast<std::uint64_t>(bias + 1023) << 52))
    return value < 0 ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
  return value < 0 ? -result : result;
}

}  // namespace detail

/// The value that `type` holds for a number: what storing an evaluated number does. Floats: the nearest, ties to even, infinite beyond
/// the largest. Integers: the fraction is cut off and what is left taken modulo 2^bits. Booleans: whether it is not 0.
constexpr number rounded(dtype type, const number& value) {
  switch (type) {
    case dtype::f64: return static_cast<double>(value);
    case dtype::f32: return detail::nearest_float<8, 23>(value);
    case dtype::f16: return detail::nearest_float<5, 10>(value);
    case dtype::bf16: return detail::nearest_float<8, 7>(value);
    case dtype::boolean: return static_cast<double>(value) != 0 ? 1 : 0;
    case dtype::i8: return static_cast<std::int8_t>(value.whole());
    case dtype::i16: return static_cast<std::int16_t>(value.whole());
    case dtype::i32: return static_cast<std::int32_t>(value.whole());
    case dtype::u8: return static_cast<std::uint8_t>(value.whole());
    case dtype::u16: return static_cast<std::uint16_t>(value.whole());
    case dtype::u32: return static_cast<std::uint32_t>(value.whole());
    default: return value.whole();
  }
}

namespace detail {

constexpr std::uint16_t half_bits(double value) {
  const double rounded = nearest_float<5, 10>(value);
  const auto sign = static_cast<std::uint16_t>(std::bit_cast<std::uint64_t>(value) >> 63 << 15);
  if (rounded != rounded) return static_cast<std::uint16_t>(sign | 0x7e00);
  const double magnitude = rounded < 0 ? -rounded : rounded;
  if (magnitude == std::numeric_limits<double>::infinity()) return static_cast<std::uint16_t>(sign | 0x7c00);
  if (magnitude < 0x1p-14) return static_cast<std::uint16_t>(sign | static_cast<std::uint16_t>(magnitude * 0x1p24));
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(magnitude);
  return static_cast<std::uint16_t>(sign | ((bits >> 52) - 1023 + 15) << 10 | (bits >> 42 & 0x3ff));
}
constexpr double of_half_bits(std::uint16_t bits) {
  const int power = bits >> 10 & 31;
  const double fraction = bits & 0x3ff;
  double magnitude = 0;
  if (power == 31)
    magnitude = fraction == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  else if (power == 0)
    magnitude = fraction * 0x1p-24;
  else
    magnitude = (1 + fraction * 0x1p-10) * std::bit_cast<double>(static_cast<std::uint64_t>(power - 15 + 1023) << 52);
  return (bits >> 15) != 0 ? -magnitude : magnitude;
}

}  // namespace detail

/// A number as an element in memory, and back.
template <element T>
constexpr T stored(const number& value) {
  if constexpr (std::is_same_v<T, half>)
    return {detail::half_bits(value)};
  else if constexpr (std::is_same_v<T, bfloat16>)
    return {static_cast<std::uint16_t>(
        std::bit_cast<std::uint32_t>(static_cast<float>(detail::nearest_float<8, 7>(value))) >> 16)};
  else if constexpr (std::is_same_v<T, bool>)
    return static_cast<double>(value) != 0;
  else if constexpr (std::is_integral_v<T>)
    return static_cast<T>(value.whole());
  else if constexpr (std::is_same_v<T, float>)
    return static_cast<float>(detail::nearest_float<8, 23>(value));
  else
    return static_cast<double>(value);
}
constexpr number number_of(const number& value) { return value; }
template <element T>
constexpr number number_of(const T& value) {
  if constexpr (std::is_same_v<T, half>)
    return detail::of_half_bits(value.bits);
  else if constexpr (std::is_same_v<T, bfloat16>)
    return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(value.bits) << 16));
  else
    return value;
}

}  // namespace litho
