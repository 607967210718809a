// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// The smaller of a and b; NaN if either is NaN. Of +0 and -0 it is either. ONNX Min.
template <>
struct op<"min"> : elementwise<2> {
  static constexpr op_facts info{
      .name = "min",
      .math = "min(a, b)",
      .onnx = "Min",
      .limits = "two inputs",
      .differs = "NaN if either is NaN, as in ONNX, NumPy (minimum) and PyTorch; C's fmin gives the other one.",
      .takes = kinds::numbers,
      .commutative = true,
      .self = self_rule::same,
  };
  template <class V>
  static constexpr V eval(V a, V b) {
    return math::minimum(a, b);
  }
};

inline constexpr auto min = call<"min">;

}  // namespace litho
