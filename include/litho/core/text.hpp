// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "vec.hpp"

namespace litho {

/// A short text usable as a template argument: op names, input names, parameter names. At most 63 characters.
struct name_t {
  static constexpr std::size_t capacity = 63;
  char text[capacity + 1]{};

  constexpr name_t() = default;
  constexpr name_t(std::string_view from) {  // NOLINT: implicit, so that op<"relu"> reads as it does
    std::size_t at = 0;
    for (char c : from) {
      if (at == capacity) break;
      text[at++] = c;
    }
  }
  constexpr name_t(const char* from) : name_t(std::string_view(from)) {}  // NOLINT: see above
  constexpr std::string_view view() const { return text; }
  friend constexpr bool operator==(const name_t& a, const name_t& b) { return a.view() == b.view(); }
};

/// Text that is put together piece by piece, at compile time or at run time.
class text_builder {
 public:
  constexpr text_builder& operator<<(std::string_view piece) {
    characters_.append(std::span<const char>(piece.data(), piece.size()));
    return *this;
  }
  constexpr text_builder& operator<<(const char* piece) { return *this << std::string_view(piece); }
  constexpr text_builder& operator<<(char c) {
    characters_.push_back(c);
    return *this;
  }
  constexpr text_builder& operator<<(std::int64_t number) {
    if (number < 0) characters_.push_back('-');
    unsigned_decimal(number < 0 ? 0 - static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number));
    return *this;
  }
  constexpr text_builder& operator<<(int number) { return *this << static_cast<std::int64_t>(number); }
  constexpr text_builder& operator<<(std::size_t number) {
    unsigned_decimal(number);
    return *this;
  }
  /// Lossless: in decimal where a few digits are exact, else in hexadecimal floating point; NaN and infinities by name.
  constexpr text_builder& operator<<(double number) {
    const auto bits = std::bit_cast<std::uint64_t>(number);
    const bool negative = (bits >> 63) != 0;
    const auto exponent = static_cast<std::int64_t>((bits >> 52) & 0x7ff);
    std::uint64_t fraction = bits & 0xfffffffffffffULL;
    if (negative && number == number)
      characters_.push_back('-');  // of a NaN the sign is chance: x86 has one, compilers none
    if (exponent == 0x7ff) return *this << (fraction == 0 ? "inf" : "nan");
    const double magnitude = negative ? -number : number;
    if (magnitude < 9007199254740992.0 && static_cast<double>(static_cast<std::int64_t>(magnitude)) == magnitude)
      return *this << static_cast<std::int64_t>(magnitude);
    if (short_decimal(magnitude)) return *this;
    *this << "0x" << (exponent == 0 ? '0' : '1') << '.';
    do {
      *this << "0123456789abcdef"[(fraction >> 48) & 0xf];
      fraction = (fraction << 4) & 0xfffffffffffffULL;
    } while (fraction != 0);
    return *this << 'p' << (exponent == 0 ? -1022 : exponent - 1023);
  }
  constexpr text_builder& pad_to(std::size_t column) {
    while (characters_.size() < column) characters_.push_back(' ');
    return *this;
  }

  constexpr std::string_view view() const { return {characters_.data(), characters_.size()}; }
  constexpr std::size_t size() const { return characters_.size(); }

 private:
  /// 0.25 or 1e-5: the fewest digits d with d / 10^k == number, which is also how they are read back.
  constexpr bool short_decimal(double number) {
    double power = 1;
    for (int k = 1; k <= 16 && number < 1e9; ++k) {
      power *= 10;
      const double scaled = number * power + 0.5;
      if (scaled >= 1e9) return false;
      const auto digits = static_cast<std::int64_t>(scaled);
      if (digits == 0 || static_cast<double>(digits) / power != number) continue;
      if (k > 4) {
        *this << digits << "e-" << k;
        return true;
      }
      std::int64_t unit = 1;
      for (int i = 0; i < k; ++i) unit *= 10;
      *this << digits / unit << '.';
      for (std::int64_t rest = digits % unit; unit > 1; unit /= 10)
        *this << static_cast<char>('0' + rest * 10 / unit % 10);
      return true;
    }
    return false;
  }

  constexpr void unsigned_decimal(std::uint64_t number) {
    char digits[20]{};
    int count = 0;
    do {
      digits[count++] = static_cast<char>('0' + number % 10);
      number /= 10;
    } while (number != 0);
    while (count > 0) characters_.push_back(digits[--count]);
  }

  vec<char> characters_;
};

/// FNV-1a, 64 bits: the hash of names, types and weight blobs.
struct fnv1a {
  std::uint64_t value = 14695981039346656037ULL;
  constexpr fnv1a& operator<<(std::string_view bytes) {
    for (char c : bytes) value = (value ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    return *this;
  }
  constexpr fnv1a& operator<<(std::uint64_t word) {
    value = (value ^ word) * 1099511628211ULL;
    value ^= value >> 29;  // a word at a time mixes too little into the low bits
    return *this;
  }
};

}  // namespace litho
