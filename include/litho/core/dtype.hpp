// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace litho {

/// Element type of a tensor. The numbers are those of ONNX TensorProto.DataType, which weight blobs use too.
enum class dtype : std::uint8_t { f32 = 1, f64 = 11 };

inline constexpr dtype all_dtypes[] = {dtype::f32, dtype::f64};

constexpr std::string_view name_of(dtype type) { return type == dtype::f32 ? "f32" : "f64"; }
constexpr std::int64_t size_of(dtype type) { return type == dtype::f32 ? 4 : 8; }

template <class T>
struct dtype_of;
template <>
struct dtype_of<float> {
  static constexpr dtype value = dtype::f32;
};
template <>
struct dtype_of<double> {
  static constexpr dtype value = dtype::f64;
};

/// The C++ types that can be elements of a tensor.
template <class T>
concept element = requires { dtype_of<T>::value; };

/// Calls function.template operator()<T>() with the C++ type of `type`.
template <class Function>
constexpr decltype(auto) with_element(dtype type, Function&& function) {
  if (type == dtype::f32) return function.template operator()<float>();
  return function.template operator()<double>();
}

template <dtype Type>
struct element_of;
template <>
struct element_of<dtype::f32> {
  using type = float;
};
template <>
struct element_of<dtype::f64> {
  using type = double;
};

/// The nearest value that `type` can hold: what storing an evaluated number does. Beyond the largest float that is infinity, which a
/// cast does not give in constant evaluation.
constexpr double rounded(dtype type, double value) {
  if (type == dtype::f64) return value;
  constexpr double overflow = 0x1.ffffffp127;  // halfway between the largest float and what would follow it
  if (value >= overflow) return std::numeric_limits<double>::infinity();
  if (value <= -overflow) return -std::numeric_limits<double>::infinity();
  return static_cast<double>(static_cast<float>(value));
}

}  // namespace litho
