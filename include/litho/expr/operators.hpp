// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <type_traits>

#include "../op/add.hpp"
#include "../op/div.hpp"
#include "../op/mul.hpp"
#include "../op/neg.hpp"
#include "../op/sub.hpp"
#include "expression.hpp"

namespace litho {

namespace detail {

/// Numbers that cannot be operands are met too: the op says what to write.
template <class A, class B>
concept operands = ((operand<A> && operand<B>) || plain_numbers<A, B>) && (tensor_expr<A> || tensor_expr<B>);

/// The value of a decimal literal. Exact for up to 15 digits and exponents within 22, which is what the static_assert demands.
template <char... Digits>
consteval double literal_value() {
  const char text[] = {Digits...};
  double mantissa = 0;
  int exponent = 0;
  int digits = 0;
  bool point = false;
  std::size_t at = 0;
  for (; at < sizeof...(Digits); ++at) {
    const char c = text[at];
    if (c == '\'') continue;
    if (c == 'e' || c == 'E') break;
    if (c != '.' && (c < '0' || c > '9')) return math::not_a_number;  // hexadecimal, binary
    if (c == '.') {
      point = true;
      continue;
    }
    mantissa = mantissa * 10 + (c - '0');
    if (mantissa > 0) ++digits;
    if (point) --exponent;
  }
  const bool octal = text[0] == '0' && sizeof...(Digits) > 1 && !point && at == sizeof...(Digits);
  if (octal) return math::not_a_number;
  if (at < sizeof...(Digits)) {
    const bool negative = text[++at] == '-';
    if (text[at] == '-' || text[at] == '+') ++at;
    int given = 0;
    for (; at < sizeof...(Digits); ++at) given = given * 10 + (text[at] - '0');
    exponent += negative ? -given : given;
  }
  double power = 1;
  for (int i = 0; i < (exponent < 0 ? -exponent : exponent); ++i) power *= 10;
  if (digits > 15 || power > 1e22) return math::not_a_number;
  return exponent < 0 ? mantissa / power : mantissa * power;
}

}  // namespace detail

template <class A, class B>
  requires detail::operands<A, B>
consteval auto operator+(A a, B b) -> decltype(add(a, b)) {
  return add(a, b);
}
template <class A, class B>
  requires detail::operands<A, B>
consteval auto operator-(A a, B b) -> decltype(sub(a, b)) {
  return sub(a, b);
}
template <class A, class B>
  requires detail::operands<A, B>
consteval auto operator*(A a, B b) -> decltype(mul(a, b)) {
  return mul(a, b);
}
template <class A, class B>
  requires detail::operands<A, B>
consteval auto operator/(A a, B b) -> decltype(div(a, b)) {
  return div(a, b);
}
template <tensor_expr X>
consteval auto operator-(X x) {
  return neg(x);
}

namespace literals {
/// 0.5_c: litho::scalar<0.5>.
template <char... Digits>
consteval auto operator""_c() {
  constexpr double value = detail::literal_value<Digits...>();
  static_assert(value == value, "litho: a _c literal is decimal, with at most 15 digits and a power of ten within 22");
  return scalar_t<value>{};
}
}  // namespace literals

}  // namespace litho
