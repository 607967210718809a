// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "reduce.hpp"

namespace litho {

/// Greatest element over axes, which stay with size 1; NaN if there is one. ONNX ReduceMax with keepdims = 1.
template <>
struct op<"reduce_max"> : reduction {
  static constexpr op_facts info{
      .name = "reduce_max",
      .math = "max of x over axes",
      .onnx = "ReduceMax",
      .limits = "constant axes; at least one element to fold",
      .differs = "An empty list of axes folds nothing; in ONNX it folds all, unless noop_with_empty_axes is set.",
      .takes = kinds::numbers,
  };
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
};

/// reduce_max<{.axes = {1, 2}}>(x); no axes: all of them. `.keep` keeps the folded axes with size 1.
template <reduce_attributes Attributes = {}, tensor_expr X>
consteval auto reduce_max(X x) {
  return reduce_call<"reduce_max", Attributes>{}(x);
}

}  // namespace litho
