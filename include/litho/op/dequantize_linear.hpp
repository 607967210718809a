// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// (x - zero) scale, in the type of scale. Inputs x, scale, zero: x and zero are integers of one type, scale and zero
/// broadcast, so the ones of an axis come as [n,1,1]. ONNX DequantizeLinear.
template <>
struct op<"dequantize_linear"> : elementwise<3> {
  static constexpr op_facts info{
      .name = "dequantize_linear",
      .math = "(x - zero) scale",
      .onnx = "DequantizeLinear, com.microsoft::DequantizeLinear",
      .limits =
          "x and zero of one integer type, scale floats; zero always given; numbers along an axis as [n,1,1]; no "
          "blocks",
      .takes = kinds::numbers,
      .work = 2,
  };

  static constexpr inferred infer(std::span<const tensor_type> x, const attributes& a) {
    if (is_float(x[0].element)) return fault{"x must be integers: got {left}", x[0]};
    if (x[2].element != x[0].element)
      return fault{"x and its zero point must be of one type: {left} and {right}", x[0], x[2]};
    if (!is_float(x[1].element)) return fault{"scale must be floats: got {left}", x[1]};
    tensor_type as_scale[] = {x[0], x[1], x[2]};
    for (tensor_type& each : as_scale) each.element = x[1].element;
    return elementwise<3>::infer(as_scale, a);
  }
  template <class V>
  static constexpr V eval(V x, V scale, V zero) {
    return (x - zero) * scale;
  }
};

inline constexpr auto dequantize_linear = call<"dequantize_linear">;

}  // namespace litho
