// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// a / b as IEEE 754 has it: x / 0 is infinite, 0 / 0 is NaN. ONNX Div.
template <>
struct op<"div"> : elementwise<2> {
  static constexpr op_facts info{
      .name = "div",
      .math = "a / b",
      .onnx = "Div",
      .differs =
          "Of integers the fraction is cut off, as in ONNX and C, where Python and NumPy (//) round down; x / 0 is "
          "then 0.",
      .takes = kinds::numbers,
      .right_identity = {.present = true, .value = 1.0},
      .divides = true,
  };
  template <class V>
  static constexpr V eval(V a, V b) {
    return a / b;
  }
};

inline constexpr auto div = call<"div">;

}  // namespace litho
