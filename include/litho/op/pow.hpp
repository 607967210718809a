// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// a to the power b, special values as in C99 Annex F: pow(x, 0) and pow(1, y) are 1 even for NaN, a negative base with a
/// broken exponent is NaN. ONNX Pow.
template <>
struct op<"pow"> : elementwise<2> {
  static constexpr op_facts info{
      .name = "pow",
      .math = "a^b",
      .onnx = "Pow",
      .limits = "base and exponent of one type",
      .differs = "The result has the type of the base, as in ONNX; NumPy and PyTorch take the wider one.",
      .right_identity = {.present = true, .value = 1.0},
      .transcendental = true,
      .work = 24,
  };
  template <class V>
  static constexpr V eval(V a, V b) {
    return math::pow(a, b);
  }
};

inline constexpr auto pow = call<"pow">;

}  // namespace litho
