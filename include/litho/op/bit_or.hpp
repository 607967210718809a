// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// The bits that a or b has. ONNX BitwiseOr.
template <>
struct op<"bit_or"> : elementwise<2> {
  static constexpr op_facts info{.name = "bit_or",
                                 .math = "a | b",
                                 .onnx = "BitwiseOr",
                                 .takes = kinds::integers,
                                 .commutative = true,
                                 .right_identity = {.present = true, .value = 0.0},
                                 .self = self_rule::same};
  template <class V>
  static constexpr V eval(V a, V b) {
    return a | b;
  }
};

inline constexpr auto bit_or = call<"bit_or">;

}  // namespace litho
