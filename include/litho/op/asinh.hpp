// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../core/trigonometry.hpp"
#include "op.hpp"

namespace litho {

/// The number whose hyperbolic sine is x. ONNX Asinh.
template <>
struct op<"asinh"> : elementwise<1> {
  static constexpr op_facts info{
      .name = "asinh", .math = "asinh x", .onnx = "Asinh", .transcendental = true, .work = 24};
  template <class V>
  static constexpr V eval(V x) {
    return math::asinh(x);
  }
};

inline constexpr auto asinh = call<"asinh">;

}  // namespace litho
