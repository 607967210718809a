// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// a where the condition holds, b elsewhere. condition bool; all three broadcast. ONNX Where.
template <>
struct op<"where"> : elementwise<3> {
  static constexpr op_facts info{
      .name = "where",
      .math = "condition ? a : b",
      .onnx = "Where",
      .limits = "condition bool, a and b of one type, which may be any",
      .takes = kinds::all,
  };

  static constexpr inferred infer(std::span<const tensor_type> x, const attributes& a) {
    if (x[0].element != dtype::boolean) return fault{"the condition must be bool: got {left}", x[0]};
    tensor_type condition = x[0];
    condition.element = x[1].element;
    const tensor_type as_values[] = {condition, x[1], x[2]};
    return elementwise<3>::infer(as_values, a);
  }
  template <class V>
  static constexpr V eval(V condition, V a, V b) {
    return math::select(condition == V(0), b, a);
  }
};

inline constexpr auto where = call<"where">;

}  // namespace litho
