// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../core/rounding.hpp"
#include "op.hpp"

namespace litho {

struct quantize_linear_attributes {
  std::int64_t element = static_cast<std::int64_t>(dtype::u8);  ///< a litho::dtype: that of the zero point
  static constexpr void fields(auto& self, auto&& visit) { visit("element", self.element); }
  friend constexpr bool operator==(const quantize_linear_attributes&, const quantize_linear_attributes&) = default;
};

/// round(x / scale) + zero, ties to even, no less and no more than the zero point's type holds, in that type; 0 of NaN.
/// Inputs x, scale, zero: scale and zero broadcast, so the ones of an axis come as [n,1,1]. ONNX QuantizeLinear.
template <>
struct op<"quantize_linear"> : elementwise<3> {
  static constexpr op_facts info{
      .name = "quantize_linear",
      .math = "round(x / scale) + zero, saturated",
      .onnx = "QuantizeLinear, com.microsoft::QuantizeLinear",
      .limits =
          "x and scale floats of one type; zero u8, i8, u16 or i16 and always given; numbers along an axis as [n,1,1]; "
          "no blocks",
      .differs =
          "Ties go to even, as in ONNX; TensorFlow Lite rounds them away from 0, and between layers scales by whole "
          "multipliers and shifts.",
      .takes = kinds::numbers,
      .work = 5,
  };
  using attributes = quantize_linear_attributes;
  /// Which whole number is next may hang on the last bit of the quotient, that of a float, as every runtime divides.
  static constexpr bool rounds_between = true;

  static constexpr inferred infer(std::span<const tensor_type> x, const attributes& a) {
    const tensor_type& zero = x[2];
    if (!is_float(x[0].element)) return fault{"x must be floats: got {left}", x[0]};
    if (x[1].element != x[0].element) return fault{"x and scale must be of one type: {left} and {right}", x[0], x[1]};
    if (bounds_of(zero.element).high == 0) return fault{"the zero point must be u8, i8, u16 or i16: got {left}", zero};
    if (static_cast<std::int64_t>(zero.element) != a.element)
      return fault{"the zero point must have element type {a}: got {left}", zero, {}, a.element};
    tensor_type as_x = zero;
    as_x.element = x[0].element;
    const tensor_type as_floats[] = {x[0], x[1], as_x};
    inferred out = elementwise<3>::infer(as_floats, a);
    if (out.ok()) out.type.element = zero.element;
    return out;
  }
  template <class V>
  static constexpr V eval(V x, V scale, V zero, const attributes& a) {
    const bounds range = bounds_of(static_cast<dtype>(a.element));
    return math::at_most(math::at_least(math::round_even(x / scale) + zero, V(range.low)), V(range.high));
  }

 private:
  struct bounds {
    double low = 0;
    double high = 0;
  };
  static constexpr bounds bounds_of(dtype type) {
    switch (type) {
      case dtype::u8: return {0, 255};
      case dtype::i8: return {-128, 127};
      case dtype::u16: return {0, 65535};
      case dtype::i16: return {-32768, 32767};
      default: return {};
    }
  }
};

template <tensor_expr X, tensor_expr Scale, tensor_expr Zero>
consteval auto quantize_linear(X x, Scale scale, Zero zero) {
  return call<"quantize_linear", quantize_linear_attributes{static_cast<std::int64_t>(Zero::type.element)}>(x, scale,
                                                                                                            zero);
}

}  // namespace litho
