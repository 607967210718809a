// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

struct leaky_relu_attributes {
  double alpha = 0.01;
  static constexpr void fields(auto& self, auto&& visit) { visit("alpha", self.alpha); }
  friend constexpr bool operator==(const leaky_relu_attributes&, const leaky_relu_attributes&) = default;
};

/// x for x >= 0, alpha x below. NaN stays NaN. ONNX LeakyRelu.
template <>
struct op<"leaky_relu"> : elementwise<1> {
  static constexpr op_facts info{
      .name = "leaky_relu",
      .math = "x < 0 ? alpha x : x",
      .onnx = "LeakyRelu",
      .differs = "alpha is 0.01 in ONNX and PyTorch, 0.3 in the layer of Keras, 0.2 in tf.nn.leaky_relu.",
  };
  using attributes = leaky_relu_attributes;
  template <class V>
  static constexpr V eval(V x, const attributes& a) {
    return math::select(x < V(0), V(a.alpha) * x, x);
  }
};

/// leaky_relu<{.alpha = 0.2}>(x)
template <leaky_relu_attributes Attributes = {}, tensor_expr X>
consteval auto leaky_relu(X x) {
  return call<"leaky_relu", Attributes>(x);
}

}  // namespace litho
