// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// a < b; false if either is NaN. ONNX Less.
template <>
struct op<"less"> : comparison {
  static constexpr op_facts info{.name = "less", .math = "a < b", .onnx = "Less", .takes = kinds::numbers};
  template <class V>
  static constexpr auto eval(V a, V b) {
    return a < b;
  }
};

inline constexpr auto less = call<"less">;

}  // namespace litho
