// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "direct_values.hpp"

namespace litho {

struct expand_attributes {
  shape dims{};  ///< the shape that x is broadcast with
  static constexpr void fields(auto& self, auto&& visit) { visit("dims", self.dims); }
  friend constexpr bool operator==(const expand_attributes&, const expand_attributes&) = default;
};

/// x repeated along axes of size 1, and along new axes in front, to the NumPy broadcast of its shape and `dims`: where `dims`
/// says 1, x keeps its size. ONNX Expand with a constant shape, torch.broadcast_to.
template <>
struct op<"expand"> : movement {
  static constexpr op_facts info{
      .name = "expand",
      .math = "x repeated to a larger shape",
      .onnx = "Expand",
      .limits = "constant shape",
      .differs = "A size of 1 keeps the input's, as in ONNX; torch.expand writes -1 for that.",
  };
  using attributes = expand_attributes;

  static constexpr inferred infer(std::span<const tensor_type> x, const attributes& a) {
    if (const fault why = detail::refuse_blocked(x)) return why;
    tensor_type out = x[0];
    out.dims = a.dims;
    for (std::int64_t extent : a.dims)
      if (extent < 0) return fault{"shape {right} has a negative size: from {left}", x[0], out};
    const shape dims = broadcast(x[0].dims, a.dims);
    if (dims.count < 0) return fault{"shapes do not broadcast: {left} to {right}", x[0], out};
    out.dims = dims;
    return detail::possible(out, x[0]);
  }

  static constexpr strided read(const tensor_type& x, const attributes& a) {
    return {0, broadcast_strides(x.dims, broadcast(x.dims, a.dims))};
  }

  static constexpr bool unchanged(const tensor_type& x, const attributes& a) {
    return broadcast(x.dims, a.dims) == x.dims;
  }
};

/// expand<{{4, 1, 3}}>(x)
template <expand_attributes Attributes, tensor_expr X>
consteval auto expand(X x) {
  return call<"expand", Attributes>(x);
}

}  // namespace litho
