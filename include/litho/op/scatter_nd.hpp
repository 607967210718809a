// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "scatter.hpp"

namespace litho {

struct scatter_nd_attributes {
  std::int64_t reduction = scatter_replace;  ///< or scatter_add, scatter_mul, scatter_max, scatter_min
  static constexpr void fields(auto& self, auto&& visit) { visit("reduction", self.reduction); }
  friend constexpr bool operator==(const scatter_nd_attributes&, const scatter_nd_attributes&) = default;
};

/// x with y[indices[i..., 0], indices[i..., 1], ..., ...] = updates[i..., ...], or what the reduction makes of both; updates in
/// row-major order. The last axis of the indices holds places of the first axes of x, updates have the other axes of the
/// indices and the rest of x's. Negative indices count from the end; an update outside is dropped. x and updates of one type,
/// indices i32 or i64. ONNX ScatterND, tf.tensor_scatter_nd_update.
template <>
struct op<"scatter_nd"> : direct {
  static constexpr op_facts info{
      .name = "scatter_nd",
      .math = "x with updates at places",
      .onnx = "ScatterND",
      .limits = "indices i32 or i64; x and updates of one type",
      .differs =
          "An update outside is dropped; ONNX calls it an error. Of several updates of one element the last counts; "
          "ONNX and TensorFlow leave that open.",
      .takes = kinds::all,
  };
  static constexpr int inputs_min = 3;
  static constexpr int inputs_max = 3;
  using attributes = scatter_nd_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes& a) {
    const tensor_type& x = in[0];
    const tensor_type& indices = in[1];
    if (const fault why = detail::refuse_scatter(in, a.reduction)) return why;
    if (x.rank() < 1 || indices.rank() < 1)
      return fault{"input and indices must have an axis: {left}, indices {right}", x, indices};
    const std::int64_t depth = indices.dims[indices.rank() - 1];
    if (depth < 1 || depth > x.rank())
      return fault{"places of {a} indices do not fit {b} axes: {left}, indices {right}", x, indices, depth, x.rank()};
    if (indices.rank() - 1 + x.rank() - depth > max_rank)
      return fault{"the updates have too many axes: {left}, indices {right}", x, indices};
    tensor_type updates = x;
    updates.dims = {};
    for (int i = 0; i < indices.rank() - 1; ++i) updates.dims.push_back(indices.dims[i]);
    for (int i = static_cast<int>(depth); i < x.rank(); ++i) updates.dims.push_back(x.dims[i]);
    if (updates.dims != in[2].dims) return fault{"updates must be {left}: got {right}", updates, in[2]};
    return x;
  }

  static constexpr std::int64_t scratch_elements(std::span<const tensor_type>, const tensor_type& out,
                                                 const attributes& a) {
    return detail::scatter_scratch(out, a.reduction);
  }

  static constexpr void compute(const auto& in, auto& out, const attributes& a) {
    const shape& dims = in.type(0).dims;
    const shape& places = in.type(1).dims;
    const std::int64_t depth = places[places.count - 1];
    const ints strides = strides_of(dims);
    const std::int64_t block = strides[static_cast<int>(depth) - 1];
    detail::scatter(in, out, a.reduction, [&](std::int64_t update) {
      std::int64_t to = update % block;
      for (int d = 0; d < depth; ++d) {
        const std::int64_t index = detail::index_within(in.whole(1, update / block * depth + d), dims[d]);
        if (index < 0) return index;
        to += index * strides[d];
      }
      return to;
    });
  }
};

/// scatter_nd<{.reduction = scatter_add}>(x, indices, updates)
template <scatter_nd_attributes Attributes = {}, tensor_expr X, tensor_expr I, tensor_expr U>
consteval auto scatter_nd(X x, I indices, U updates) {
  return call<"scatter_nd", Attributes>(x, indices, updates);
}

}  // namespace litho
