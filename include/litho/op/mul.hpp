// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// a b. x * 0 is 0 save for NaN and infinities, and up to its sign. ONNX Mul.
template <>
struct op<"mul"> : elementwise<2> {
  static constexpr op_facts info{.name = "mul",
                                 .math = "a b",
                                 .onnx = "Mul",
                                 .takes = kinds::numbers,
                                 .commutative = true,
                                 .right_identity = {.present = true, .value = 1.0},
                                 .absorbs_zero = true};
  template <class V>
  static constexpr V eval(V a, V b) {
    return a * b;
  }
};

inline constexpr auto mul = call<"mul">;

}  // namespace litho
