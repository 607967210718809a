// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

struct gelu_attributes {
  bool tanh_form = false;
  static constexpr void fields(auto& self, auto&& visit) { visit("tanh_form", self.tanh_form); }
  friend constexpr bool operator==(const gelu_attributes&, const gelu_attributes&) = default;
};

/// x/2 (1 + erf(x / sqrt 2)), or with tanh_form x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))). At -inf NaN (-inf times 0).
/// ONNX Gelu.
template <>
struct op<"gelu"> : elementwise<1> {
  static constexpr op_facts info{
      .name = "gelu",
      .math = "x/2 (1 + erf(x / sqrt 2))",
      .onnx = "Gelu, com.microsoft::Gelu, com.microsoft::FastGelu",
      .differs =
          "The form with erf is the default of ONNX, PyTorch, Keras and TensorFlow, the one with tanh that of JAX, "
          "GPT-2 and com.microsoft FastGelu.",
      .transcendental = true,
      .work = 16,
  };
  using attributes = gelu_attributes;
  template <class V>
  static constexpr V eval(V x, const attributes& a) {
    return a.tanh_form ? math::gelu_tanh(x) : math::gelu(x);
  }
};

/// gelu(x), or gelu<{.tanh_form = true}>(x) for the approximation.
template <gelu_attributes Attributes = {}, tensor_expr X>
consteval auto gelu(X x) {
  return call<"gelu", Attributes>(x);
}

}  // namespace litho
