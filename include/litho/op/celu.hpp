// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../core/trigonometry.hpp"
#include "op.hpp"

namespace litho {

struct celu_attributes {
  double alpha = 1;
  static constexpr void fields(auto& self, auto&& visit) { visit("alpha", self.alpha); }
  friend constexpr bool operator==(const celu_attributes&, const celu_attributes&) = default;
};

/// x for x >= 0, alpha (e^(x / alpha) - 1) below: -alpha at -inf. NaN stays NaN. alpha > 0. ONNX Celu.
template <>
struct op<"celu"> : elementwise<1> {
  static constexpr op_facts info{
      .name = "celu",
      .math = "x < 0 ? alpha (e^(x / alpha) - 1) : x",
      .onnx = "Celu",
      .limits = "alpha above 0",
      .transcendental = true,
      .work = 13,
  };
  using attributes = celu_attributes;
  template <class V>
  static constexpr V eval(V x, const attributes& a) {
    return math::select(x < V(0), V(a.alpha) * math::expm1(math::at_most(x, V(0)) / V(a.alpha)), x);
  }
};

/// celu<{.alpha = 0.5}>(x)
template <celu_attributes Attributes = {}, tensor_expr X>
consteval auto celu(X x) {
  return call<"celu", Attributes>(x);
}

}  // namespace litho
