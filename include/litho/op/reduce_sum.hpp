// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "reduce.hpp"

namespace litho {

/// Sum over axes, which stay with size 1. ONNX ReduceSum with keepdims = 1.
template <>
struct op<"reduce_sum"> : reduction {
  static constexpr op_facts info{
      .name = "reduce_sum",
      .math = "sum of x over axes",
      .onnx = "ReduceSum",
      .limits = "constant axes; at least one element to fold",
      .differs =
          "An empty list of axes folds nothing; in ONNX it folds all, unless noop_with_empty_axes is set. Integers "
          "keep their type and wrap around; PyTorch and NumPy add small ones as i64.",
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
  static constexpr V finish(V sum, double) {
    return sum;
  }
};

/// reduce_sum<{.axes = {1, 2}}>(x); no axes: all of them. `.keep` keeps the folded axes with size 1.
template <reduce_attributes Attributes = {}, tensor_expr X>
consteval auto reduce_sum(X x) {
  return reduce_call<"reduce_sum", Attributes>{}(x);
}

}  // namespace litho
