// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>

#include "check.hpp"
#include "vec.hpp"

namespace litho {

/// A tensor with its values: a constant in a graph, and what the reference evaluator computes with. The values are held
/// as double in logical row-major order whatever the element type and layout, rounded to the element type when stored:
/// exact for every value of every element type, and one piece of code for all of them (docs/why/004).
struct tensor {
  tensor_type type{};
  vec<double> values;
  fault error{};  ///< set when an op refused its inputs; further ops hand it on

  constexpr bool ok() const { return !error; }
  friend constexpr bool operator==(const tensor& a, const tensor& b) { return a.type == b.type && a.values == b.values; }
};

template <element T>
constexpr tensor make_tensor(shape dims, std::span<const T> values) {
  tensor result{{.element = dtype_of<T>::value, .dims = dims}, {}, {}};
  result.values.reserve(values.size());
  for (T value : values) result.values.push_back(static_cast<double>(value));
  return result;
}
template <element T>
constexpr tensor make_tensor(shape dims, std::initializer_list<T> values) {
  return make_tensor<T>(dims, std::span<const T>(values.begin(), values.size()));
}

}  // namespace litho
