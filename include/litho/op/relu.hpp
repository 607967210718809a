// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// max(x, 0). NaN stays NaN, -0 stays -0. ONNX Relu.
template <>
struct op<"relu"> : elementwise<1> {
  static constexpr op_facts info{
      .name = "relu", .math = "max(x, 0)", .onnx = "Relu", .takes = kinds::numbers, .idempotent = true};
  template <class V>
  static constexpr V eval(V x) {
    return math::at_least(x, V(0));
  }
};

inline constexpr auto relu = call<"relu">;

}  // namespace litho
