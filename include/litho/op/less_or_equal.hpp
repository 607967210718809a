// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// a <= b; false if either is NaN. ONNX LessOrEqual.
template <>
struct op<"less_or_equal"> : comparison {
  static constexpr op_facts info{
      .name = "less_or_equal", .math = "a <= b", .onnx = "LessOrEqual", .takes = kinds::numbers};
  template <class V>
  static constexpr auto eval(V a, V b) {
    return a <= b;
  }
};

inline constexpr auto less_or_equal = call<"less_or_equal">;

}  // namespace litho
