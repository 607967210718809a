// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../core/trigonometry.hpp"
#include "op.hpp"

namespace litho {

/// The hyperbolic sine, (e^x - e^-x) / 2. ONNX Sinh.
template <>
struct op<"sinh"> : elementwise<1> {
  static constexpr op_facts info{.name = "sinh", .math = "sinh x", .onnx = "Sinh", .transcendental = true, .work = 20};
  template <class V>
  static constexpr V eval(V x) {
    return math::sinh(x);
  }
};

inline constexpr auto sinh = call<"sinh">;

}  // namespace litho
