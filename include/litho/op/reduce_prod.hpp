// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "reduce.hpp"

namespace litho {

/// Product over axes, which stay with size 1. ONNX ReduceProd with keepdims = 1.
template <>
struct op<"reduce_prod"> : reduction {
  static constexpr op_facts info{
      .name = "reduce_prod",
      .math = "product of x over axes",
      .onnx = "ReduceProd",
      .limits = "constant axes; at least one element to fold",
      .differs =
          "An empty list of axes folds nothing; in ONNX it folds all, unless noop_with_empty_axes is set. Integers "
          "keep their type and wrap around; PyTorch and NumPy multiply small ones as i64.",
      .takes = kinds::numbers,
  };
  template <class V>
  static constexpr V initial(V) {
    return V(1);
  }
  template <class V>
  static constexpr V combine(V product, V x) {
    return product * x;
  }
  template <class V>
  static constexpr V finish(V product, double) {
    return product;
  }
};

/// reduce_prod<{.axes = {1, 2}}>(x); no axes: all of them. `.keep` keeps the folded axes with size 1.
template <reduce_attributes Attributes = {}, tensor_expr X>
consteval auto reduce_prod(X x) {
  return reduce_call<"reduce_prod", Attributes>{}(x);
}

}  // namespace litho
