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

/// A number in an expression. It takes the element type of what it meets: `litho::scalar<0.5> * x`, or `0.5_c * x` with
/// `using namespace litho::literals`. A plain `0.5 * x` cannot work: a function argument is not part of a type (docs/why/005).
template <double Value>
struct scalar_t {
  static constexpr double value = Value;
  constexpr scalar_t<-Value> operator-() const { return {}; }
};
template <double Value>
inline constexpr scalar_t<Value> scalar{};

namespace detail {

template <class T>
inline constexpr bool is_scalar = false;
template <double Value>
inline constexpr bool is_scalar<scalar_t<Value>> = true;

template <class A, class B>
concept operands = (tensor_expr<A> && tensor_expr<B>) || (tensor_expr<A> && is_scalar<B>) || (is_scalar<A> && tensor_expr<B>);

template <class X, class Other>
consteval auto as_expression() {
  if constexpr (tensor_expr<X>)
    return X{};
  else
    return typename scalar_<X::value, Other::type.element>::t{};
}

template <name_t Name, class A, class B>
consteval auto binary() {
  return call<Name>(as_expression<A, B>(), as_expression<B, A>());
}

template <class A, class B>
concept plain_number = (tensor_expr<A> && std::is_arithmetic_v<B>) || (std::is_arithmetic_v<A> && tensor_expr<B>);

template <class A, class B>
using expression_of = std::conditional_t<tensor_expr<A>, A, B>;
/// Returns the expression, so that the number is the only fault.
template <class A, class B>
consteval expression_of<A, B> refuse_plain_number() {
  constexpr bool is_typed = !plain_number<A, B>;
  static_assert(is_typed,
                "litho: a plain number in an expression is a function argument, not part of its type: write "
                "litho::scalar<2.0> or 2.0_c");
  return {};
}

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
consteval auto operator+(A, B) {
  return detail::binary<"add", A, B>();
}
template <class A, class B>
  requires detail::operands<A, B>
consteval auto operator-(A, B) {
  return detail::binary<"sub", A, B>();
}
template <class A, class B>
  requires detail::operands<A, B>
consteval auto operator*(A, B) {
  return detail::binary<"mul", A, B>();
}
template <class A, class B>
  requires detail::operands<A, B>
consteval auto operator/(A, B) {
  return detail::binary<"div", A, B>();
}
template <tensor_expr X>
consteval auto operator-(X x) {
  return neg(x);
}

template <class A, class B>
  requires detail::plain_number<A, B>
consteval detail::expression_of<A, B> operator+(A, B) {
  return detail::refuse_plain_number<A, B>();
}
template <class A, class B>
  requires detail::plain_number<A, B>
consteval detail::expression_of<A, B> operator-(A, B) {
  return detail::refuse_plain_number<A, B>();
}
template <class A, class B>
  requires detail::plain_number<A, B>
consteval detail::expression_of<A, B> operator*(A, B) {
  return detail::refuse_plain_number<A, B>();
}
template <class A, class B>
  requires detail::plain_number<A, B>
consteval detail::expression_of<A, B> operator/(A, B) {
  return detail::refuse_plain_number<A, B>();
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
