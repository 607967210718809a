// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "reduce.hpp"

namespace litho {

/// Mean over axes, which stay with size 1. ONNX ReduceMean with keepdims = 1.
template <>
struct op<"reduce_mean"> : reduction {
  static constexpr op_facts info{
      .name = "reduce_mean",
      .math = "mean of x over axes",
      .onnx = "ReduceMean",
      .limits = "constant axes; at least one element to fold",
      .differs =
          "An empty list of axes folds nothing; in ONNX it folds all, unless noop_with_empty_axes is set. Of integers "
          "the fraction is cut off; NumPy gives floats, PyTorch refuses them.",
      .takes = kinds::numbers,
  };
  template <class V>
  static constexpr V initial(V) {
    return V(-0.0);  // which added to -0 leaves it
  }
  template <class V>
  static constexpr V combine(V sum, V x) {
    return sum + x;
  }
  template <class V>
  static constexpr V finish(V sum, double count) {
    return sum / V(count);
  }
};

/// reduce_mean<{.axes = {1, 2}}>(x); no axes: all of them. `.keep` keeps the folded axes with size 1.
template <reduce_attributes Attributes = {}, tensor_expr X>
consteval auto reduce_mean(X x) {
  return reduce_call<"reduce_mean", Attributes>{}(x);
}

}  // namespace litho
