// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// The bits that a or b has and not both. ONNX BitwiseXor.
template <>
struct op<"bit_xor"> : elementwise<2> {
  static constexpr op_facts info{.name = "bit_xor",
                                 .math = "a ^ b",
                                 .onnx = "BitwiseXor",
                                 .takes = kinds::integers,
                                 .commutative = true,
                                 .right_identity = {.present = true, .value = 0.0},
                                 .self = self_rule::zero};
  template <class V>
  static constexpr V eval(V a, V b) {
    return a ^ b;
  }
};

inline constexpr auto bit_xor = call<"bit_xor">;

}  // namespace litho
