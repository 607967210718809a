// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "direct_values.hpp"

namespace litho {

struct tile_attributes {
  ints repeats{};  ///< how often x stands along each axis
  static constexpr void fields(auto& self, auto&& visit) { visit("repeats", self.repeats); }
  friend constexpr bool operator==(const tile_attributes&, const tile_attributes&) = default;
};

/// x side by side, repeats[i] times along axis i; 0 times leaves nothing. ONNX Tile with constant repeats, torch.tile.
template <>
struct op<"tile"> : direct {
  static constexpr op_facts info{
      .name = "tile",
      .math = "x side by side",
      .onnx = "Tile",
      .limits = "constant repeats, one per axis",
      .differs = "NumPy and PyTorch take fewer repeats than axes and put 1 in front.",
      .takes = kinds::all,
  };
  using attributes = tile_attributes;

  static constexpr inferred infer(std::span<const tensor_type> x, const attributes& a) {
    if (const fault why = detail::refuse_blocked(x)) return why;
    if (a.repeats.count != x[0].rank())
      return fault{"repeats need one number per axis of {left}: {a} vs {b}", x[0], {}, a.repeats.count, x[0].rank()};
    tensor_type out = x[0];
    for (int axis = 0; axis < out.rank(); ++axis) {
      if (a.repeats[axis] < 0) return fault{"repeats must not be negative: {a} of {left}", x[0], {}, a.repeats[axis]};
      out.dims[axis] = bounded_product(out.dims[axis], a.repeats[axis]);
    }
    return detail::possible(out, x[0]);
  }

  static constexpr void compute(const auto& in, auto& out, const attributes&) {
    const shape& dims = in.type(0).dims;
    const ints strides = strides_of(dims);
    detail::for_each_index(out.type().dims, [&](std::int64_t flat, const ints& at) {
      std::int64_t from = 0;
      for (int axis = 0; axis < dims.count; ++axis) from += at[axis] % dims[axis] * strides[axis];
      out.copy(flat, in, 0, from);
    });
  }
};

/// tile<{{1, 2}}>(x)
template <tile_attributes Attributes, tensor_expr X>
consteval auto tile(X x) {
  return call<"tile", Attributes>(x);
}

}  // namespace litho
