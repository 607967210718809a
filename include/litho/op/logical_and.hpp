// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// Whether both hold. ONNX And.
template <>
struct op<"logical_and"> : elementwise<2> {
  static constexpr op_facts info{.name = "logical_and",
                                 .math = "a and b",
                                 .onnx = "And",
                                 .takes = kinds::booleans,
                                 .commutative = true,
                                 .right_identity = {.present = true, .value = 1.0},
                                 .self = self_rule::same};
  template <class V>
  static constexpr V eval(V a, V b) {
    return a * b;
  }
};

inline constexpr auto logical_and = call<"logical_and">;

}  // namespace litho
