// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "reduce.hpp"

namespace litho {

/// Smallest element over axes, which stay with size 1; NaN if there is one. ONNX ReduceMin with keepdims = 1.
template <>
struct op<"reduce_min"> : reduction {
  static constexpr op_facts info{
      .name = "reduce_min",
      .math = "min of x over axes",
      .onnx = "ReduceMin",
      .limits = "constant axes; at least one element to fold",
      .differs = "An empty list of axes folds nothing; in ONNX it folds all, unless noop_with_empty_axes is set.",
      .takes = kinds::numbers,
  };
  template <class V>
  static constexpr V initial(V) {
    return V(math::infinity);
  }
  template <class V>
  static constexpr V combine(V lowest, V x) {
    return math::minimum(lowest, x);
  }
  template <class V>
  static constexpr V finish(V lowest, double) {
    return lowest;
  }
};

/// reduce_min<{.axes = {1, 2}}>(x); no axes: all of them. `.keep` keeps the folded axes with size 1.
template <reduce_attributes Attributes = {}, tensor_expr X>
consteval auto reduce_min(X x) {
  return reduce_call<"reduce_min", Attributes>{}(x);
}

}  // namespace litho
