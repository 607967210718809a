// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

struct hard_sigmoid_attributes {
  double alpha = 0.2;
  double beta = 0.5;
  static constexpr void fields(auto& self, auto&& visit) {
    visit("alpha", self.alpha);
    visit("beta", self.beta);
  }
  friend constexpr bool operator==(const hard_sigmoid_attributes&, const hard_sigmoid_attributes&) = default;
};

/// min(max(alpha x + beta, 0), 1). NaN stays NaN. ONNX HardSigmoid.
template <>
struct op<"hard_sigmoid"> : elementwise<1> {
  static constexpr op_facts info{
      .name = "hard_sigmoid",
      .math = "min(max(alpha x + beta, 0), 1)",
      .onnx = "HardSigmoid",
      .differs = "alpha is 0.2 in ONNX and Keras 2, 1/6 in PyTorch and Keras 3.",
      .work = 4,
  };
  using attributes = hard_sigmoid_attributes;
  template <class V>
  static constexpr V eval(V x, const attributes& a) {
    return math::at_most(math::at_least(V(a.alpha) * x + V(a.beta), V(0)), V(1));
  }
};

/// hard_sigmoid<{.alpha = 0.5}>(x)
template <hard_sigmoid_attributes Attributes = {}, tensor_expr X>
consteval auto hard_sigmoid(X x) {
  return call<"hard_sigmoid", Attributes>(x);
}

}  // namespace litho
