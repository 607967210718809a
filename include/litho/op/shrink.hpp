// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

struct shrink_attributes {
  double bias = 0;
  double lambd = 0.5;
  static constexpr void fields(auto& self, auto&& visit) {
    visit("bias", self.bias);
    visit("lambd", self.lambd);
  }
  friend constexpr bool operator==(const shrink_attributes&, const shrink_attributes&) = default;
};

/// x + bias below -lambd, x - bias above lambd, 0 between and of NaN. ONNX Shrink.
template <>
struct op<"shrink"> : elementwise<1> {
  static constexpr op_facts info{
      .name = "shrink",
      .math = "x < -lambd ? x + bias : x > lambd ? x - bias : 0",
      .onnx = "Shrink",
      .differs = "PyTorch's hardshrink is bias = 0, its softshrink bias = lambd. NaN gives 0.",
      .work = 4,
  };
  using attributes = shrink_attributes;
  template <class V>
  static constexpr V eval(V x, const attributes& a) {
    return math::select(x < V(-a.lambd), x + V(a.bias), math::select(V(a.lambd) < x, x - V(a.bias), V(0)));
  }
};

/// shrink<{.bias = 0.5}>(x)
template <shrink_attributes Attributes = {}, tensor_expr X>
consteval auto shrink(X x) {
  return call<"shrink", Attributes>(x);
}

}  // namespace litho
