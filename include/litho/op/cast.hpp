// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

struct cast_attributes {
  std::int64_t element = static_cast<std::int64_t>(dtype::f32);  ///< a litho::dtype
  static constexpr void fields(auto& self, auto&& visit) { visit("element", self.element); }
  friend constexpr bool operator==(const cast_attributes&, const cast_attributes&) = default;
};

/// x as another element type. To floats: the nearest value, ties to even, infinite where x is out of range. From floats
/// to integers: the fraction is cut off and what is left taken modulo 2^bits, as integers are; 0 of NaN, the nearest of
/// i64 beyond that (u64 too). To bool: whether x is not 0, which holds for NaN. ONNX Cast.
template <>
struct op<"cast"> : elementwise<1> {
  static constexpr op_facts info{
      .name = "cast",
      .math = "x as another element type",
      .onnx = "Cast",
      .limits = "no strings, no element types of less than 8 bits, no 8-bit floats",
      .differs =
          "Floats beyond an integer type are taken modulo 2^bits without their fraction, NaN is 0; ONNX, C and NumPy "
          "leave both undefined.",
      .takes = kinds::all,
  };
  using attributes = cast_attributes;

  static constexpr inferred infer(std::span<const tensor_type> x, const attributes& a) {
    if (!is_dtype(a.element)) return fault{"unknown element type {a} for {left}", x[0], {}, a.element};
    tensor_type out = x[0];
    out.element = static_cast<dtype>(a.element);
    return out;
  }

  /// Storing the result is what rounds it. The reference holds numbers of u64 as those of i64 with the same bits.
  template <class V>
  static constexpr auto eval(V x, const attributes& a) {
    if constexpr (std::is_same_v<V, wrapping<std::uint64_t>>)
      return is_float(static_cast<dtype>(a.element)) ? number(static_cast<double>(x)) : number(x.value);
    else
      return x;
  }

  /// A float type holds all values of the smaller ones, but neither of the two of 16 bits those of the other.
  static constexpr bool undoes(const tensor_type& x, const attributes& first, const attributes& second) {
    const auto between = static_cast<dtype>(first.element);
    return unchanged(x, second) && is_float(x.element) && is_float(between) && size_of(between) > size_of(x.element);
  }
  static constexpr bool unchanged(const tensor_type& x, const attributes& a) {
    return static_cast<std::int64_t>(x.element) == a.element;
  }
};

/// cast<double>(x)
template <element T, tensor_expr X>
consteval auto cast(X x) {
  return call<"cast", cast_attributes{static_cast<std::int64_t>(dtype_of<T>::value)}>(x);
}

}  // namespace litho
