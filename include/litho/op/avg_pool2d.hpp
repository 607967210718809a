// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "pool2d.hpp"

namespace litho {

struct avg_pool2d_attributes {
  extent2 kernel = 1;
  extent2 stride = 0;  ///< 0: as large as the window
  pads2 pad = 0;
  bool count_padding = false;  ///< divide by the whole window at the borders, too
  static constexpr void fields(auto& self, auto&& visit) {
    visit("kernel", self.kernel);
    visit("stride", self.stride);
    visit("pad", self.pad);
    visit("count_padding", self.count_padding);
  }
  friend constexpr bool operator==(const avg_pool2d_attributes&, const avg_pool2d_attributes&) = default;
};

/// The mean of each window of x [N,C,H,W]; padding is left out of it, or counts as zeros with count_padding. Any padding is
/// smaller than the window. ONNX AveragePool with ceil_mode = 0.
template <>
struct op<"avg_pool2d"> : pooling {
  static constexpr op_facts info{
      .name = "avg_pool2d",
      .math = "mean of a window of x",
      .onnx = "AveragePool",
      .limits = "[N,C,H,W]; padding smaller than the window; no dilation and no ceil, which average_pool has",
      .differs =
          "Without a stride windows lie side by side, as in PyTorch and Keras; ONNX takes 1. Padding counts only with "
          "count_padding, as in ONNX (count_include_pad); PyTorch counts it unless told otherwise, TensorFlow never. "
          "SAME padding puts an odd element behind in TensorFlow and with SAME_UPPER, in front with SAME_LOWER.",
      .blocked = true,
  };
  using attributes = avg_pool2d_attributes;

  static constexpr inferred infer(std::span<const tensor_type> x, const attributes& a) {
    return detail::infer_pool2d(x[0], a.kernel, a.stride, a.pad);
  }

  template <class V>
  static constexpr V initial(V) {
    return V(0);
  }
  template <class V>
  static constexpr V combine(V sum, V x) {
    return sum + x;
  }
  template <class V>
  static constexpr V finish(V sum, double count) {
    return sum / V(count);
  }

  static constexpr void eval(std::span<const tensor* const> x, const attributes& a, tensor& out) {
    detail::eval_pool2d<op>(*x[0], a, out);
  }
};

/// avg_pool2d<{.kernel = 3, .stride = 2, .pad = 1}>(x); without a stride windows lie side by side.
template <avg_pool2d_attributes Attributes = {}, tensor_expr X>
consteval auto avg_pool2d(X x) {
  return call<"avg_pool2d", Attributes>(x);
}

}  // namespace litho
