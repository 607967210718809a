// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

struct clip_attributes {
  double low = -math::infinity;
  double high = math::infinity;
  static constexpr void fields(auto& self, auto&& visit) {
    visit("low", self.low);
    visit("high", self.high);
  }
  friend constexpr bool operator==(const clip_attributes&, const clip_attributes&) = default;
};

/// min(max(x, low), high), so it is high where low > high. NaN stays NaN. ONNX Clip with constant bounds.
template <>
struct op<"clip"> : elementwise<1> {
  static constexpr op_facts info{
      .name = "clip",
      .math = "min(max(x, low), high)",
      .onnx = "Clip",
      .limits = "constant bounds; max and min take others",
      .differs = "Where low > high the result is high, as in ONNX, NumPy and PyTorch.",
      .takes = kinds::numbers,
      .idempotent = true,
      .work = 2,
  };
  using attributes = clip_attributes;
  template <class V>
  static constexpr V eval(V x, const attributes& a) {
    return math::at_most(math::at_least(x, V(a.low)), V(a.high));
  }
};

/// clip<{.low = -1, .high = 1}>(x)
template <clip_attributes Attributes = {}, tensor_expr X>
consteval auto clip(X x) {
  return call<"clip", Attributes>(x);
}

}  // namespace litho
