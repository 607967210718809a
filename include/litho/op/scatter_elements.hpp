// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "scatter.hpp"

namespace litho {

struct scatter_elements_attributes {
  std::int64_t axis = 0;
  std::int64_t reduction = scatter_replace;  ///< or scatter_add, scatter_mul, scatter_max, scatter_min
  static constexpr void fields(auto& self, auto&& visit) {
    visit("axis", self.axis);
    visit("reduction", self.reduction);
  }
  friend constexpr bool operator==(const scatter_elements_attributes&, const scatter_elements_attributes&) = default;
};

/// x with y[at with indices[at] in place of the axis] = updates[at], or what the reduction makes of both; updates in row-major
/// order. Indices and updates have one shape, no larger than x outside of the axis. Negative indices count from the end; an
/// update outside of the axis is dropped. x and updates of one type, indices i32 or i64. ONNX ScatterElements,
/// torch.scatter and scatter_reduce.
template <>
struct op<"scatter_elements"> : direct {
  static constexpr op_facts info{
      .name = "scatter_elements",
      .math = "x with updates at [.., indices[at], ..]",
      .onnx = "ScatterElements, Scatter",
      .limits = "indices i32 or i64; x and updates of one type",
      .differs =
          "An update outside of the axis is dropped; ONNX and PyTorch call it an error. Of several updates of one "
          "element the last counts; ONNX and PyTorch leave that open. Negative indices count from the end, as in ONNX; "
          "PyTorch takes none.",
      .takes = kinds::all,
  };
  static constexpr int inputs_min = 3;
  static constexpr int inputs_max = 3;
  using attributes = scatter_elements_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes& a) {
    const tensor_type& x = in[0];
    const tensor_type& indices = in[1];
    if (const fault why = detail::refuse_scatter(in, a.reduction)) return why;
    if (const fault why = detail::refuse_axis(x, a.axis)) return why;
    if (indices.dims != in[2].dims)
      return fault{"indices and updates differ in shape: {left} and {right}", indices, in[2]};
    if (x.rank() != indices.rank())
      return fault{"ranks differ: {left} and indices {right} ({a} vs {b})", x, indices, x.rank(), indices.rank()};
    for (int i = 0; i < x.rank(); ++i)
      if (i != detail::axis_of(a.axis, x.rank()) && indices.dims[i] > x.dims[i])
        return fault{"indices are larger than the input: {left}, indices {right} ({a} vs {b})", x, indices, x.dims[i],
                     indices.dims[i]};
    return x;
  }

  static constexpr std::int64_t scratch_elements(std::span<const tensor_type>, const tensor_type& out,
                                                 const attributes& a) {
    return detail::scatter_scratch(out, a.reduction);
  }

  static constexpr void compute(const auto& in, auto& out, const attributes& a) {
    const shape& dims = in.type(0).dims;
    const shape& places = in.type(1).dims;
    const int axis = detail::axis_of(a.axis, dims.count);
    const ints strides = strides_of(dims);
    const ints steps = strides_of(places);
    detail::scatter(in, out, a.reduction, [&](std::int64_t update) {
      const std::int64_t index = detail::index_within(in.whole(1, update), dims[axis]);
      if (index < 0) return index;
      std::int64_t to = index * strides[axis];
      for (int i = 0; i < dims.count; ++i)
        if (i != axis) to += update / steps[i] % places[i] * strides[i];
      return to;
    });
  }
};

/// scatter_elements<{.axis = 1, .reduction = scatter_add}>(x, indices, updates)
template <scatter_elements_attributes Attributes = {}, tensor_expr X, tensor_expr I, tensor_expr U>
consteval auto scatter_elements(X x, I indices, U updates) {
  return call<"scatter_elements", Attributes>(x, indices, updates);
}

}  // namespace litho
