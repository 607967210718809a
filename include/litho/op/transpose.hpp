// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

struct transpose_attributes {
  ints permutation;  ///< output axis i is input axis permutation[i]
  static constexpr void fields(auto& self, auto&& visit) { visit("permutation", self.permutation); }
  friend constexpr bool operator==(const transpose_attributes&, const transpose_attributes&) = default;
};

/// Axes in another order. ONNX Transpose.
template <>
struct op<"transpose"> : movement {
  static constexpr op_facts info{
      .name = "transpose",
      .math = "axes of x in another order",
      .onnx = "Transpose",
      .limits = "constant permutation of all axes; plain layout",
      .differs =
          "ONNX without perm reverses the axes, as NumPy; torch.transpose swaps two of them, its permute is this op.",
  };
  using attributes = transpose_attributes;

  static constexpr inferred infer(std::span<const tensor_type> x, const attributes& a) {
    if (x[0].layout != format::plain) return fault{"a blocked layout has no other axis order: {left}", x[0]};
    const ints& permutation = a.permutation;
    tensor_type out = x[0];
    if (permutation.count != x[0].rank())
      return fault{"permutation has {a} axes, {left} has {b}", x[0], {}, permutation.count, x[0].rank()};
    for (int axis = 0; axis < out.rank(); ++axis)
      if (!permutation.contains(axis)) return fault{"permutation lacks axis {a} of {left}", x[0], {}, axis};
    for (int axis = 0; axis < out.rank(); ++axis) out.dims[axis] = x[0].dims[static_cast<int>(permutation[axis])];
    return out;
  }

  static constexpr strided read(const tensor_type& x, const attributes& a) {
    const ints strides = strides_of(x.dims);
    strided walk;
    for (std::int64_t axis : a.permutation) walk.strides.push_back(strides[static_cast<int>(axis)]);
    return walk;
  }

  static constexpr bool unchanged(const tensor_type& x, const attributes& a) {
    for (int axis = 0; axis < x.rank(); ++axis)
      if (a.permutation[axis] != axis) return false;
    return true;
  }

  static constexpr attributes compose(const attributes& first, const attributes& second) {
    attributes both;
    for (std::int64_t axis : second.permutation) both.permutation.push_back(first.permutation[static_cast<int>(axis)]);
    return both;
  }
};

/// transpose(x) reverses the axes; transpose<0, 2, 1>(x).
template <std::int64_t... Permutation, tensor_expr X>
consteval auto transpose(X x) {
  constexpr ints permutation = [] {
    ints axes{Permutation...};
    if (axes.empty())
      for (int axis = X::type.rank() - 1; axis >= 0; --axis) axes.push_back(axis);
    return axes;
  }();
  return call<"transpose", transpose_attributes{permutation}>(x);
}

}  // namespace litho
