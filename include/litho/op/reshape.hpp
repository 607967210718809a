// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

struct reshape_attributes {
  shape dims;  ///< one -1 is worked out from the others
  static constexpr void fields(auto& self, auto&& visit) { visit("dims", self.dims); }
  friend constexpr bool operator==(const reshape_attributes&, const reshape_attributes&) = default;
};

/// The same elements in the same row-major order under another shape. ONNX Reshape with a constant shape.
template <>
struct op<"reshape"> : movement {
  static constexpr op_facts info{
      .name = "reshape",
      .math = "x under another shape",
      .onnx = "Reshape, Flatten, Squeeze, Unsqueeze",
      .limits = "constant shape; plain layout",
      .differs = "A size of 0 is 0, as in NumPy and PyTorch; in ONNX it copies the input's, unless allowzero is set.",
      .reinterprets = true,
      .collapses = true,
  };
  using attributes = reshape_attributes;

  static constexpr inferred infer(std::span<const tensor_type> x, const attributes& a) {
    tensor_type out = x[0];
    if (out.layout != format::plain) return fault{"a blocked layout has no other shape: {left}", x[0]};
    out.dims = a.dims;
    std::int64_t known = 1;
    int open = -1;
    for (int i = 0; i < out.rank(); ++i) {
      if (out.dims[i] == -1 && open < 0)
        open = i;
      else
        known = bounded_product(known, out.dims[i]);
    }
    if (open >= 0 && known > 0) out.dims[open] = x[0].elements() / known;
    for (std::int64_t extent : out.dims)
      if (extent < 0) return fault{"shape {right} has a negative size: from {left}", x[0], out};
    if (out.elements() != x[0].elements())
      return fault{"element counts differ: from {left}, to {right} ({a} vs {b})", x[0], out, x[0].elements(),
                   out.elements()};
    return out;
  }

  static constexpr bool unchanged(const tensor_type& x, const attributes& a) { return a.dims == x.dims; }
};

/// reshape<2, -1>(x)
template <std::int64_t... Dims, tensor_expr X>
consteval auto reshape(X x) {
  return call<"reshape", reshape_attributes{{Dims...}}>(x);
}

}  // namespace litho
