// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../core/rounding.hpp"
#include "op.hpp"

namespace litho {

/// The nearest whole number, of two the even one; it has the sign of x. Infinities and NaN stay. ONNX Round.
template <>
struct op<"round"> : elementwise<1> {
  static constexpr op_facts info{
      .name = "round",
      .math = "round x, half to even",
      .onnx = "Round",
      .differs = "Ties go to even, as in ONNX, NumPy, PyTorch and TensorFlow; C's round takes them away from 0.",
      .idempotent = true,
  };
  template <class V>
  static constexpr V eval(V x) {
    return math::round_even(x);
  }
};

inline constexpr auto round = call<"round">;

}  // namespace litho
