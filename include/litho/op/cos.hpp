// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../core/trigonometry.hpp"
#include "op.hpp"

namespace litho {

/// The cosine of x radians; NaN at infinities. ONNX Cos.
template <>
struct op<"cos"> : elementwise<1> {
  static constexpr op_facts info{.name = "cos", .math = "cos x", .onnx = "Cos", .transcendental = true, .work = 20};
  template <class V>
  static constexpr V eval(V x) {
    return math::cos(x);
  }
};

inline constexpr auto cos = call<"cos">;

}  // namespace litho
