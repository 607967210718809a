// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../core/trigonometry.hpp"
#include "op.hpp"

namespace litho {

/// log(1 + e^x), without overflow: x where x is large. 0 at -inf, NaN stays NaN. ONNX Softplus.
template <>
struct op<"softplus"> : elementwise<1> {
  static constexpr op_facts info{
      .name = "softplus",
      .math = "log(1 + e^x)",
      .onnx = "Softplus",
      .differs = "PyTorch gives x itself above a threshold of 20.",
      .transcendental = true,
      .work = 24,
  };
  template <class V>
  static constexpr V eval(V x) {
    return math::at_least(x, V(0)) + math::log1p(math::exp(-math::abs(x)));
  }
};

inline constexpr auto softplus = call<"softplus">;

}  // namespace litho
