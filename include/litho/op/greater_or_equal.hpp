// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// a >= b; false if either is NaN. ONNX GreaterOrEqual.
template <>
struct op<"greater_or_equal"> : comparison {
  static constexpr op_facts info{
      .name = "greater_or_equal", .math = "a >= b", .onnx = "GreaterOrEqual", .takes = kinds::numbers};
  template <class V>
  static constexpr auto eval(V a, V b) {
    return b <= a;
  }
};

inline constexpr auto greater_or_equal = call<"greater_or_equal">;

}  // namespace litho
