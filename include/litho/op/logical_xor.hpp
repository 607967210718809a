// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// Whether one holds and not the other. ONNX Xor.
template <>
struct op<"logical_xor"> : elementwise<2> {
  static constexpr op_facts info{.name = "logical_xor",
                                 .math = "a xor b",
                                 .onnx = "Xor",
                                 .takes = kinds::booleans,
                                 .commutative = true,
                                 .right_identity = {.present = true, .value = 0.0},
                                 .self = self_rule::zero};
  template <class V>
  static constexpr V eval(V a, V b) {
    return math::select(a == b, V(0), V(1));
  }
};

inline constexpr auto logical_xor = call<"logical_xor">;

}  // namespace litho
