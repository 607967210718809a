// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <bit>
#include <litho/eager.hpp>

#include "../catch.hpp"

/// What the tests of ops share: short names for types and tensors, comparisons, and questions to an op's info. All of it is
/// constexpr, so that a test function serves STATIC_REQUIRE and the run-time case.
namespace litho::test {

inline constexpr double inf = math::infinity;
inline constexpr double nan = math::not_a_number;

constexpr tensor_type f32(shape dims) { return {.element = dtype::f32, .dims = dims}; }
constexpr tensor_type f64(shape dims) { return {.element = dtype::f64, .dims = dims}; }
constexpr tensor f32(shape dims, std::initializer_list<float> values) { return make_tensor<float>(dims, values); }
constexpr tensor f64(shape dims, std::initializer_list<double> values) { return make_tensor<double>(dims, values); }

/// typed<std::int64_t>({3}), typed<std::int64_t>({3}, {1, 2, 3})
template <element T>
constexpr tensor_type typed(shape dims) {
  return {.element = dtype_of<T>::value, .dims = dims};
}
template <element T>
constexpr tensor typed(shape dims, std::initializer_list<T> values) {
  return make_tensor<T>(dims, values);
}

/// Bit for bit, signs of zeros included; any NaN is like any other.
constexpr bool same(double a, double b) {
  return (a != a && b != b) || std::bit_cast<std::int64_t>(a) == std::bit_cast<std::int64_t>(b);
}

constexpr bool close(double a, double b, double tolerance) {
  if (same(a, b)) return true;
  const double error = a < b ? b - a : a - b;
  const double size = b < 0 ? -b : b;
  return error <= tolerance * (size > 1 ? size : 1);
}

template <class Equal>
constexpr bool equal(const tensor& a, const tensor& b, Equal&& equal_values) {
  if (!a.ok() || !b.ok() || a.type != b.type || a.values.size() != b.values.size()) return false;
  for (std::size_t i = 0; i < a.values.size(); ++i)
    if (!equal_values(a.values[i], b.values[i])) return false;
  return true;
}
constexpr bool same(const tensor& a, const tensor& b) {
  return equal(a, b, [](const number& left, const number& right) {
    return left.is_whole() && right.is_whole() ? left == right : same(double(left), double(right));
  });
}
/// Equal types, and values that differ by `tolerance` of their size at most (of 1 where that is more).
constexpr bool close(const tensor& a, const tensor& b, double tolerance = 1e-14) {
  return equal(a, b, [tolerance](double left, double right) { return close(left, right, tolerance); });
}

template <name_t Name>
using attributes_of = typename op<Name>::attributes;

template <name_t Name>
constexpr inferred infer(std::initializer_list<tensor_type> in, const attributes_of<Name>& attributes = {}) {
  const attribute_values values = packed(attributes);
  return info_of<Name>.infer(std::span<const tensor_type>(in.begin(), in.size()), values.view());
}

template <name_t Name>
constexpr bool gives(const tensor_type& out, std::initializer_list<tensor_type> in,
                     const attributes_of<Name>& attributes = {}) {
  const inferred result = infer<Name>(in, attributes);
  return result.ok() && result.type == out;
}

/// The op refuses these inputs with these words.
template <name_t Name>
constexpr bool refuses(std::string_view text, std::initializer_list<tensor_type> in,
                       const attributes_of<Name>& attributes = {}) {
  const inferred result = infer<Name>(in, attributes);
  return !result.ok() && explain(Name.view(), result.error).view() == text;
}

/// Attributes print as this text, which parses back to the same.
template <name_t Name>
constexpr bool prints(std::string_view text, const attributes_of<Name>& attributes) {
  text_builder printed;
  info_of<Name>.print(printed, packed(attributes).view());
  std::string_view rest = printed.view();
  attribute_values parsed;
  return printed.view() == text && info_of<Name>.parse(rest, parsed) && rest.empty() &&
         unpacked<attributes_of<Name>>(parsed.view()) == attributes;
}

/// One number through an op of one input.
template <name_t Name, attributes_of<Name> Attributes = {}>
constexpr double at(double x) {
  return eager<Name, Attributes>(f64({}, {x})).values[0];
}
template <name_t Name>
constexpr double at(double a, double b) {
  return eager<Name>(f64({}, {a}), f64({}, {b})).values[0];
}

}  // namespace litho::test
