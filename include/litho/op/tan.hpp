// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../core/trigonometry.hpp"
#include "op.hpp"

namespace litho {

/// The tangent of x radians; NaN at infinities. ONNX Tan.
template <>
struct op<"tan"> : elementwise<1> {
  static constexpr op_facts info{.name = "tan", .math = "tan x", .onnx = "Tan", .transcendental = true, .work = 24};
  template <class V>
  static constexpr V eval(V x) {
    return math::tan(x);
  }
};

inline constexpr auto tan = call<"tan">;

}  // namespace litho
