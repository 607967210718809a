// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// a > b; false if either is NaN. ONNX Greater.
template <>
struct op<"greater"> : comparison {
  static constexpr op_facts info{.name = "greater", .math = "a > b", .onnx = "Greater", .takes = kinds::numbers};
  template <class V>
  static constexpr auto eval(V a, V b) {
    return b < a;
  }
};

inline constexpr auto greater = call<"greater">;

}  // namespace litho
