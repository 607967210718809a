// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "pool2d.hpp"

namespace litho {

struct max_pool2d_attributes {
  extent2 kernel = 1;
  extent2 stride = 0;  ///< 0: as large as the window
  pads2 pad = 0;
  static constexpr void fields(auto& self, auto&& visit) {
    visit("kernel", self.kernel);
    visit("stride", self.stride);
    visit("pad", self.pad);
  }
  friend constexpr bool operator==(const max_pool2d_attributes&, const max_pool2d_attributes&) = default;
};

/// The greatest element of each window of x [N,C,H,W]; NaN if the window holds one. Padding is -inf and smaller than the window.
/// ONNX MaxPool with ceil_mode = 0.
template <>
struct op<"max_pool2d"> : pooling {
  static constexpr op_facts info{
      .name = "max_pool2d",
      .math = "max of a window of x",
      .onnx = "MaxPool",
      .limits = "[N,C,H,W]; padding smaller than the window; no dilation and no ceil, which max_pool has",
      .differs =
          "Without a stride windows lie side by side, as in PyTorch and Keras; ONNX takes 1. SAME padding puts an odd "
          "element behind in TensorFlow and with SAME_UPPER, in front with SAME_LOWER.",
      .blocked = true,
  };
  using attributes = max_pool2d_attributes;

  static constexpr inferred infer(std::span<const tensor_type> x, const attributes& a) {
    return detail::infer_pool2d(x[0], a.kernel, a.stride, a.pad);
  }

  template <class V>
  static constexpr V initial(V) {
    return V(-math::infinity);
  }
  template <class V>
  static constexpr V combine(V highest, V x) {
    return math::maximum(highest, x);
  }
  template <class V>
  static constexpr V finish(V highest, double) {
    return highest;
  }

  static constexpr void eval(std::span<const tensor* const> x, const attributes& a, tensor& out) {
    detail::eval_pool2d<op>(*x[0], a, out);
  }
};

/// max_pool2d<{.kernel = 3, .stride = 2, .pad = 1}>(x); without a stride windows lie side by side.
template <max_pool2d_attributes Attributes = {}, tensor_expr X>
consteval auto max_pool2d(X x) {
  return call<"max_pool2d", Attributes>(x);
}

}  // namespace litho
