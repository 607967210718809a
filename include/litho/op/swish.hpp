// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

struct swish_attributes {
  double alpha = 1;
  static constexpr void fields(auto& self, auto&& visit) { visit("alpha", self.alpha); }
  friend constexpr bool operator==(const swish_attributes&, const swish_attributes&) = default;
};

/// x sigmoid(alpha x); silu where alpha is 1. NaN where alpha x is -inf (-inf times 0). ONNX Swish.
template <>
struct op<"swish"> : elementwise<1> {
  static constexpr op_facts info{
      .name = "swish",
      .math = "x / (1 + e^(-alpha x))",
      .onnx = "Swish, com.microsoft::QuickGelu",
      .differs =
          "alpha is 1 by default in ONNX, 1.702 in com.microsoft QuickGelu; Keras and PyTorch (SiLU) have 1 only.",
      .transcendental = true,
      .work = 14,
  };
  using attributes = swish_attributes;
  template <class V>
  static constexpr V eval(V x, const attributes& a) {
    return x / (V(1) + math::exp(V(-a.alpha) * x));
  }
};

/// swish<{.alpha = 0.5}>(x)
template <swish_attributes Attributes = {}, tensor_expr X>
consteval auto swish(X x) {
  return call<"swish", Attributes>(x);
}

}  // namespace litho
