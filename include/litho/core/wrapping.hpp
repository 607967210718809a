// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace litho {

/// A whole number that wraps around, so that every operation has a result: what ops compute with on integers. Division cuts off the
/// fraction; x / 0 and x % 0 are 0.
template <std::integral T>
struct wrapping {
  using bits = std::make_unsigned_t<T>;

  T value{};

  constexpr wrapping() = default;
  constexpr explicit wrapping(std::integral auto of) : value(static_cast<T>(of)) {}
  /// Without the fraction; the nearest there is, 0 of NaN.
  constexpr explicit wrapping(double of) : value(nearest(of)) {}
  constexpr explicit operator double() const { return static_cast<double>(value); }

  friend constexpr wrapping operator+(wrapping a, wrapping b) {
    return from(static_cast<bits>(a.value) + static_cast<bits>(b.value));
  }
  friend constexpr wrapping operator-(wrapping a, wrapping b) {
    return from(static_cast<bits>(a.value) - static_cast<bits>(b.value));
  }
  friend constexpr wrapping operator*(wrapping a, wrapping b) {
    return from(static_cast<bits>(a.value) * static_cast<bits>(b.value));
  }
  friend constexpr wrapping operator/(wrapping a, wrapping b) {
    if (b.value == 0) return {};
    if (std::is_signed_v<T> && b.value == T(-1)) return -a;
    return wrapping(a.value / b.value);
  }
  friend constexpr wrapping operator%(wrapping a, wrapping b) {
    if (b.value == 0 || (std::is_signed_v<T> && b.value == T(-1))) return {};
    return wrapping(a.value % b.value);
  }
  friend constexpr wrapping operator&(wrapping a, wrapping b) { return wrapping(a.value & b.value); }
  friend constexpr wrapping operator|(wrapping a, wrapping b) { return wrapping(a.value | b.value); }
  friend constexpr wrapping operator^(wrapping a, wrapping b) { return wrapping(a.value ^ b.value); }
  /// What leaves the bits is lost and 0 follows, also after the sign; all is lost where `by` is not from 0 to bits - 1.
  friend constexpr wrapping operator<<(wrapping a, wrapping by) {
    return is_within(by) ? from(static_cast<bits>(a.value) << by.value) : wrapping();
  }
  friend constexpr wrapping operator>>(wrapping a, wrapping by) {
    return is_within(by) ? from(static_cast<bits>(a.value) >> by.value) : wrapping();
  }
  constexpr wrapping operator~() const { return wrapping(~value); }
  constexpr wrapping operator-() const { return wrapping() - *this; }
  friend constexpr bool operator==(const wrapping&, const wrapping&) = default;
  friend constexpr auto operator<=>(const wrapping&, const wrapping&) = default;

 private:
  static constexpr T nearest(double of) {
    using limits = std::numeric_limits<T>;
    if (of != of) return 0;
    if (of <= static_cast<double>(limits::min())) return limits::min();
    return of >= static_cast<double>(limits::max()) ? limits::max() : static_cast<T>(of);
  }
  static constexpr bool is_within(wrapping by) { return by.value >= T(0) && by.value < T(8 * sizeof(T)); }
  static constexpr wrapping from(bits of) { return wrapping(static_cast<T>(of)); }
};

}  // namespace litho
