// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

namespace litho {

/// Element type of a tensor. The numbers are those of ONNX TensorProto.DataType, which weight blobs use too.
enum class dtype : std::uint8_t {
  f32 = 1,
  u8 = 2,
  i8 = 3,
  u16 = 4,
  i16 = 5,
  i32 = 6,
  i64 = 7,
  boolean = 9,
  f16 = 10,
  f64 = 11,
  u32 = 12,
  u64 = 13,
  bf16 = 16
};

inline constexpr dtype all_dtypes[] = {dtype::f32, dtype::u8,  dtype::i8,      dtype::u16, dtype::i16,
                                       dtype::i32, dtype::i64, dtype::boolean, dtype::f16, dtype::f64,
                                       dtype::u32, dtype::u64, dtype::bf16};
constexpr bool is_dtype(std::int64_t number) {
  for (dtype each : all_dtypes)
    if (static_cast<std::int64_t>(each) == number) return true;
  return false;
}

/// IEEE 754 binary16, as it is stored. Arithmetic is done in float.
struct half {
  std::uint16_t bits = 0;
  friend constexpr bool operator==(const half&, const half&) = default;
};
/// The upper half of a float, as it is stored. Arithmetic is done in float.
struct bfloat16 {
  std::uint16_t bits = 0;
  friend constexpr bool operator==(const bfloat16&, const bfloat16&) = default;
};

template <class T>
struct dtype_of;
template <dtype Type>
struct element_of;

namespace detail {

template <class T, dtype Type>
struct named_dtype {
  static constexpr dtype value = Type;
};
template <class T>
struct named_element {
  using type = T;
};

}  // namespace detail

template <>
struct dtype_of<float> : detail::named_dtype<float, dtype::f32> {};
template <>
struct element_of<dtype::f32> : detail::named_element<float> {};
template <>
struct dtype_of<double> : detail::named_dtype<double, dtype::f64> {};
template <>
struct element_of<dtype::f64> : detail::named_element<double> {};
template <>
struct dtype_of<half> : detail::named_dtype<half, dtype::f16> {};
template <>
struct element_of<dtype::f16> : detail::named_element<half> {};
template <>
struct dtype_of<bfloat16> : detail::named_dtype<bfloat16, dtype::bf16> {};
template <>
struct element_of<dtype::bf16> : detail::named_element<bfloat16> {};
template <>
struct dtype_of<bool> : detail::named_dtype<bool, dtype::boolean> {};
template <>
struct element_of<dtype::boolean> : detail::named_element<bool> {};
template <>
struct dtype_of<std::int8_t> : detail::named_dtype<std::int8_t, dtype::i8> {};
template <>
struct element_of<dtype::i8> : detail::named_element<std::int8_t> {};
template <>
struct dtype_of<std::int16_t> : detail::named_dtype<std::int16_t, dtype::i16> {};
template <>
struct element_of<dtype::i16> : detail::named_element<std::int16_t> {};
template <>
struct dtype_of<std::int32_t> : detail::named_dtype<std::int32_t, dtype::i32> {};
template <>
struct element_of<dtype::i32> : detail::named_element<std::int32_t> {};
template <>
struct dtype_of<std::int64_t> : detail::named_dtype<std::int64_t, dtype::i64> {};
template <>
struct element_of<dtype::i64> : detail::named_element<std::int64_t> {};
template <>
struct dtype_of<std::uint8_t> : detail::named_dtype<std::uint8_t, dtype::u8> {};
template <>
struct element_of<dtype::u8> : detail::named_element<std::uint8_t> {};
template <>
struct dtype_of<std::uint16_t> : detail::named_dtype<std::uint16_t, dtype::u16> {};
template <>
struct element_of<dtype::u16> : detail::named_element<std::uint16_t> {};
template <>
struct dtype_of<std::uint32_t> : detail::named_dtype<std::uint32_t, dtype::u32> {};
template <>
struct element_of<dtype::u32> : detail::named_element<std::uint32_t> {};
template <>
struct dtype_of<std::uint64_t> : detail::named_dtype<std::uint64_t, dtype::u64> {};
template <>
struct element_of<dtype::u64> : detail::named_element<std::uint64_t> {};

/// The C++ types that can be elements of a tensor.
template <class T>
concept element = requires { dtype_of<T>::value; };

/// Calls function.template operator()<T>() with the C++ type of `type`.
template <class Function>
constexpr decltype(auto) with_element(dtype type, Function&& function) {
  switch (type) {
    case dtype::f64: return function.template operator()<double>();
    case dtype::f16: return function.template operator()<half>();
    case dtype::bf16: return function.template operator()<bfloat16>();
    case dtype::boolean: return function.template operator()<bool>();
    case dtype::i8: return function.template operator()<std::int8_t>();
    case dtype::i16: return function.template operator()<std::int16_t>();
    case dtype::i32: return function.template operator()<std::int32_t>();
    case dtype::i64: return function.template operator()<std::int64_t>();
    case dtype::u8: return function.template operator()<std::uint8_t>();
    case dtype::u16: return function.template operator()<std::uint16_t>();
    case dtype::u32: return function.template operator()<std::uint32_t>();
    case dtype::u64: return function.template operator()<std::uint64_t>();
    case dtype::f32: break;
  }
  return function.template operator()<float>();
}

constexpr std::string_view name_of(dtype type) {
  switch (type) {
    case dtype::f32: return "f32";
    case dtype::u8: return "u8";
    case dtype::i8: return "i8";
    case dtype::u16: return "u16";
    case dtype::i16: return "i16";
    case dtype::i32: return "i32";
    case dtype::i64: return "i64";
    case dtype::boolean: return "bool";
    case dtype::f16: return "f16";
    case dtype::f64: return "f64";
    case dtype::u32: return "u32";
    case dtype::u64: return "u64";
    case dtype::bf16: return "bf16";
  }
  return "unknown";
}

constexpr std::int64_t size_of(dtype type) {
  switch (type) {
    case dtype::u8:
    case dtype::i8:
    case dtype::boolean: return 1;
    case dtype::u16:
    case dtype::i16:
    case dtype::f16:
    case dtype::bf16: return 2;
    case dtype::i64:
    case dtype::f64:
    case dtype::u64: return 8;
    default: return 4;
  }
}

/// Element types by kind, as a set: what an op takes.
enum class kinds : std::uint8_t { none = 0, floats = 1, integers = 2, booleans = 4, numbers = 3, all = 7 };

constexpr kinds kind_of(dtype type) {
  switch (type) {
    case dtype::f32:
    case dtype::f64:
    case dtype::f16:
    case dtype::bf16: return kinds::floats;
    case dtype::boolean: return kinds::booleans;
    default: return kinds::integers;
  }
}
constexpr bool contains(kinds set, kinds part) {
  return (static_cast<int>(set) & static_cast<int>(part)) == static_cast<int>(part);
}
constexpr bool contains(kinds set, dtype type) { return contains(set, kind_of(type)); }
constexpr bool is_float(dtype type) { return kind_of(type) == kinds::floats; }
constexpr std::string_view name_of(kinds set) {
  constexpr std::string_view names[] = {
      "nothing",  "floats", "integers", "numbers", "booleans", "floats and booleans", "integers and booleans",
      "all types"};
  return names[static_cast<int>(set)];
}

}  // namespace litho
