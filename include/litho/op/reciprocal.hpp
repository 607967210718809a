// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// 1 / x as IEEE 754 has it: infinite at zeros, 0 at infinities. ONNX Reciprocal.
template <>
struct op<"reciprocal"> : elementwise<1> {
  static constexpr op_facts info{.name = "reciprocal", .math = "1 / x", .onnx = "Reciprocal", .divides = true};
  template <class V>
  static constexpr V eval(V x) {
    return V(1) / x;
  }
};

inline constexpr auto reciprocal = call<"reciprocal">;

}  // namespace litho
