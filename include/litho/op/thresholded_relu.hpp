// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

struct thresholded_relu_attributes {
  double alpha = 1;
  static constexpr void fields(auto& self, auto&& visit) { visit("alpha", self.alpha); }
  friend constexpr bool operator==(const thresholded_relu_attributes&, const thresholded_relu_attributes&) = default;
};

/// x above alpha, 0 elsewhere and of NaN. ONNX ThresholdedRelu.
template <>
struct op<"thresholded_relu"> : elementwise<1> {
  static constexpr op_facts info{
      .name = "thresholded_relu",
      .math = "x > alpha ? x : 0",
      .onnx = "ThresholdedRelu",
      .differs = "NaN gives 0.",
      .idempotent = true,
  };
  using attributes = thresholded_relu_attributes;
  template <class V>
  static constexpr V eval(V x, const attributes& a) {
    return math::select(V(a.alpha) < x, x, V(0));
  }
};

/// thresholded_relu<{.alpha = 0.5}>(x)
template <thresholded_relu_attributes Attributes = {}, tensor_expr X>
consteval auto thresholded_relu(X x) {
  return call<"thresholded_relu", Attributes>(x);
}

}  // namespace litho
