// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// The greater of a and b; NaN if either is NaN. Of +0 and -0 it is either. ONNX Max.
template <>
struct op<"max"> : elementwise<2> {
  static constexpr op_facts info{
      .name = "max",
      .math = "max(a, b)",
      .onnx = "Max",
      .limits = "two inputs",
      .differs = "NaN if either is NaN, as in ONNX, NumPy (maximum) and PyTorch; C's fmax gives the other one.",
      .takes = kinds::numbers,
      .commutative = true,
      .self = self_rule::same,
  };
  template <class V>
  static constexpr V eval(V a, V b) {
    return math::maximum(a, b);
  }
};

inline constexpr auto max = call<"max">;

}  // namespace litho
