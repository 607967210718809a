// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../core/trigonometry.hpp"
#include "op.hpp"

namespace litho {

/// The number from 0 on whose hyperbolic cosine is x; NaN below 1. ONNX Acosh.
template <>
struct op<"acosh"> : elementwise<1> {
  static constexpr op_facts info{
      .name = "acosh", .math = "acosh x", .onnx = "Acosh", .transcendental = true, .work = 24};
  template <class V>
  static constexpr V eval(V x) {
    return math::acosh(x);
  }
};

inline constexpr auto acosh = call<"acosh">;

}  // namespace litho
