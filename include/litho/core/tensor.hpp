// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>

#include "check.hpp"
#include "number.hpp"
#include "vec.hpp"

namespace litho {

/// A tensor with its values: a constant in a graph, and what the reference evaluator computes with. The values are held
/// as numbers in logical row-major order whatever the element type and layout, rounded to the element type when stored: one piece of
/// code for all types (docs/why/004).
struct tensor {
  tensor_type type{};
  vec<number> values;
  fault error{};  ///< set when an op refused its inputs; further ops hand it on

  constexpr bool ok() const { return !error; }
  friend constexpr bool operator==(const tensor& a, const tensor& b) {
    return a.type == b.type && a.values == b.values;
  }
};

constexpr text_builder& operator<<(text_builder& out, const number& value) {
  return value.is_whole() ? out << value.whole() : out << static_cast<double>(value);
}

template <element T>
constexpr tensor make_tensor(shape dims, std::span<const T> values) {
  tensor result{{.element = dtype_of<T>::value, .dims = dims}, {}, {}};
  result.values.reserve(values.size());
  for (const T& value : values) result.values.push_back(number_of(value));
  return result;
}
template <element T>
constexpr tensor make_tensor(shape dims, std::initializer_list<T> values) {
  return make_tensor<T>(dims, std::span<const T>(values.begin(), values.size()));
}

}  // namespace litho
