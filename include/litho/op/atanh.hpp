// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../core/trigonometry.hpp"
#include "op.hpp"

namespace litho {

/// The number whose hyperbolic tangent is x: infinite at -1 and 1, NaN beyond. ONNX Atanh.
template <>
struct op<"atanh"> : elementwise<1> {
  static constexpr op_facts info{
      .name = "atanh", .math = "atanh x", .onnx = "Atanh", .transcendental = true, .work = 24};
  template <class V>
  static constexpr V eval(V x) {
    return math::atanh(x);
  }
};

inline constexpr auto atanh = call<"atanh">;

}  // namespace litho
