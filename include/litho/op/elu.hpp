// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../core/trigonometry.hpp"
#include "op.hpp"

namespace litho {

struct elu_attributes {
  double alpha = 1;
  static constexpr void fields(auto& self, auto&& visit) { visit("alpha", self.alpha); }
  friend constexpr bool operator==(const elu_attributes&, const elu_attributes&) = default;
};

/// x for x >= 0, alpha (e^x - 1) below: -alpha at -inf. NaN stays NaN. ONNX Elu.
template <>
struct op<"elu"> : elementwise<1> {
  static constexpr op_facts info{
      .name = "elu", .math = "x < 0 ? alpha (e^x - 1) : x", .onnx = "Elu", .transcendental = true, .work = 12};
  using attributes = elu_attributes;
  template <class V>
  static constexpr V eval(V x, const attributes& a) {
    return math::select(x < V(0), V(a.alpha) * math::expm1(math::at_most(x, V(0))), x);
  }
};

/// elu<{.alpha = 0.5}>(x)
template <elu_attributes Attributes = {}, tensor_expr X>
consteval auto elu(X x) {
  return call<"elu", Attributes>(x);
}

}  // namespace litho
