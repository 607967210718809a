// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// Whether one holds, or both. ONNX Or.
template <>
struct op<"logical_or"> : elementwise<2> {
  static constexpr op_facts info{.name = "logical_or",
                                 .math = "a or b",
                                 .onnx = "Or",
                                 .takes = kinds::booleans,
                                 .commutative = true,
                                 .right_identity = {.present = true, .value = 0.0},
                                 .self = self_rule::same};
  template <class V>
  static constexpr V eval(V a, V b) {
    return math::maximum(a, b);
  }
};

inline constexpr auto logical_or = call<"logical_or">;

}  // namespace litho
