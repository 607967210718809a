// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "attributes.hpp"
#include "math.hpp"

/// Reads the text forms of numbers, lists and attributes back. Each takes what it understands off the front of `text` and
/// says whether it was there.
namespace litho::detail {

constexpr bool skip(std::string_view& text, std::string_view expected) {
  while (!text.empty() && (text[0] == ' ' || text[0] == '\n')) text.remove_prefix(1);
  if (!text.starts_with(expected)) return false;
  text.remove_prefix(expected.size());
  return true;
}

constexpr bool parse_number(std::string_view& text, std::int64_t& out) {
  const bool negative = skip(text, "-");
  if (text.empty() || text[0] < '0' || text[0] > '9') return false;
  const std::uint64_t limit = (std::uint64_t{1} << 63) - (negative ? 0 : 1);
  std::uint64_t value = 0;
  for (; !text.empty() && text[0] >= '0' && text[0] <= '9'; text.remove_prefix(1)) {
    const auto digit = static_cast<std::uint64_t>(text[0] - '0');
    if (value > (limit - digit) / 10) return false;
    value = value * 10 + digit;
  }
  out = static_cast<std::int64_t>(negative ? 0 - value : value);
  return true;
}

/// Reads what text_builder writes for a double.
constexpr bool parse_number(std::string_view& text, double& out) {
  const bool negative = skip(text, "-");
  if (skip(text, "inf")) {
    out = negative ? -math::infinity : math::infinity;
  } else if (skip(text, "nan")) {
    out = math::not_a_number;
  } else if (skip(text, "0x")) {
    if (text.size() < 4 || (text[0] != '0' && text[0] != '1') || text[1] != '.') return false;
    const bool subnormal = text[0] == '0';
    std::uint64_t fraction = subnormal ? 0 : 1;
    text.remove_prefix(2);
    int digits = 0;
    for (; !text.empty() && text[0] != 'p'; text.remove_prefix(1), ++digits) {
      const char c = text[0];
      const bool letter = c >= 'a' && c <= 'f';
      if (digits == 13 || (!letter && (c < '0' || c > '9'))) return false;
      fraction = fraction << 4 | static_cast<std::uint64_t>(letter ? c - 'a' + 10 : c - '0');
    }
    for (; digits < 13; ++digits) fraction <<= 4;
    std::int64_t exponent = 0;
    if (!skip(text, "p") || !parse_number(text, exponent) || exponent < -1022 || exponent > 1023) return false;
    if (subnormal && exponent != -1022) return false;
    const std::uint64_t biased = subnormal ? 0 : static_cast<std::uint64_t>(exponent + 1023);
    out = std::bit_cast<double>(biased << 52 | (fraction & 0xfffffffffffffULL));
    if (negative) out = -out;
  } else {
    if (text.empty() || text[0] < '0' || text[0] > '9') return false;
    double digits = 0;
    std::int64_t shift = 0;  // digits behind the point
    bool point = false;
    for (; !text.empty() && ((text[0] >= '0' && text[0] <= '9') || (text[0] == '.' && !point)); text.remove_prefix(1)) {
      if (text[0] == '.') {
        point = true;
        continue;
      }
      digits = digits * 10 + (text[0] - '0');
      if (point) ++shift;
    }
    if (skip(text, "e-")) {
      std::int64_t exponent = 0;
      if (!parse_number(text, exponent) || exponent < 0) return false;
      shift += exponent;
    }
    if (shift > 22) return false;  // 10^22 is the largest exact power
    double power = 1;
    for (; shift > 0; --shift) power *= 10;
    out = negative ? -(digits / power) : digits / power;
  }
  return true;
}

constexpr bool parse_list(std::string_view& text, ints& out) {
  out = {};
  if (!skip(text, "[")) return false;
  if (skip(text, "]")) return true;
  do {
    std::int64_t value = 0;
    if (out.count == max_rank || !parse_number(text, value)) return false;
    out.push_back(value);
  } while (skip(text, ","));
  return skip(text, "]");
}

struct attribute_parser {
  std::string_view& text;
  bool ok = true;

  constexpr bool key(std::string_view name) { return ok = ok && skip(text, name) && skip(text, "="); }
  constexpr void operator()(std::string_view name, std::int64_t& field) { ok = key(name) && parse_number(text, field); }
  constexpr void operator()(std::string_view name, double& field) { ok = key(name) && parse_number(text, field); }
  constexpr void operator()(std::string_view name, ints& field) { ok = key(name) && parse_list(text, field); }
  constexpr void operator()(std::string_view name, bool& field) {
    std::int64_t value = 0;
    ok = key(name) && parse_number(text, value);
    if (ok) field = value != 0;
  }
  constexpr void operator()(std::string_view name, extent2& field) {
    ints list;
    ok = key(name) && parse_list(text, list) && list.count == 2;
    if (ok) field = {list[0], list[1]};
  }
  constexpr void operator()(std::string_view name, pads2& field) {
    ints list;
    ok = key(name) && parse_list(text, list) && list.count == 4;
    if (ok) field = {list[0], list[1], list[2], list[3]};
  }
};

}  // namespace litho::detail
