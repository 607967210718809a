// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../core/trigonometry.hpp"
#include "op.hpp"

namespace litho {

struct selu_attributes {
  double alpha = 1.67326319217681884765625;
  double gamma = 1.05070102214813232421875;
  static constexpr void fields(auto& self, auto&& visit) {
    visit("alpha", self.alpha);
    visit("gamma", self.gamma);
  }
  friend constexpr bool operator==(const selu_attributes&, const selu_attributes&) = default;
};

/// gamma x for x >= 0, gamma alpha (e^x - 1) below. NaN stays NaN. ONNX Selu.
template <>
struct op<"selu"> : elementwise<1> {
  static constexpr op_facts info{
      .name = "selu",
      .math = "gamma (x < 0 ? alpha (e^x - 1) : x)",
      .onnx = "Selu",
      .differs = "The numbers are those of ONNX since opset 6 and of PyTorch; opset 1 cut them to 1.6732 and 1.0507.",
      .transcendental = true,
      .work = 13,
  };
  using attributes = selu_attributes;
  template <class V>
  static constexpr V eval(V x, const attributes& a) {
    return V(a.gamma) * math::select(x < V(0), V(a.alpha) * math::expm1(math::at_most(x, V(0))), x);
  }
};

/// selu<{.alpha = 0.5}>(x)
template <selu_attributes Attributes = {}, tensor_expr X>
consteval auto selu(X x) {
  return call<"selu", Attributes>(x);
}

}  // namespace litho
