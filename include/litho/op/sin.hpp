// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../core/trigonometry.hpp"
#include "op.hpp"

namespace litho {

/// The sine of x radians; NaN at infinities. ONNX Sin.
template <>
struct op<"sin"> : elementwise<1> {
  static constexpr op_facts info{.name = "sin", .math = "sin x", .onnx = "Sin", .transcendental = true, .work = 20};
  template <class V>
  static constexpr V eval(V x) {
    return math::sin(x);
  }
};

inline constexpr auto sin = call<"sin">;

}  // namespace litho
