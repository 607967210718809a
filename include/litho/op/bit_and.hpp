// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// The bits that a and b both have. ONNX BitwiseAnd.
template <>
struct op<"bit_and"> : elementwise<2> {
  static constexpr op_facts info{.name = "bit_and",
                                 .math = "a & b",
                                 .onnx = "BitwiseAnd",
                                 .takes = kinds::integers,
                                 .commutative = true,
                                 .self = self_rule::same};
  template <class V>
  static constexpr V eval(V a, V b) {
    return a & b;
  }
};

inline constexpr auto bit_and = call<"bit_and">;

}  // namespace litho
