// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "direct_values.hpp"

namespace litho {

struct gather_elements_attributes {
  std::int64_t axis = 0;
  static constexpr void fields(auto& self, auto&& visit) { visit("axis", self.axis); }
  friend constexpr bool operator==(const gather_elements_attributes&, const gather_elements_attributes&) = default;
};

namespace detail {

/// Where element `index` of an axis lies: negative ones count from the end, one outside is the nearest.
constexpr std::int64_t nearest_index(std::int64_t index, std::int64_t extent) {
  if (index < 0) index += extent;
  return index < 0 ? 0 : index >= extent ? extent - 1 : index;
}

}  // namespace detail

/// y[at] = x[at with indices[at] in place of the axis]. y has the shape of the indices, which are as many axes as x has and no
/// larger than x outside of the axis. Negative indices count from the end; one outside of the axis reads the nearest element. x
/// any type, indices i32 or i64. ONNX GatherElements, torch.gather.
template <>
struct op<"gather_elements"> : direct {
  static constexpr op_facts info{
      .name = "gather_elements",
      .math = "x[.., indices[at], ..]",
      .onnx = "GatherElements",
      .limits = "indices i32 or i64",
      .differs =
          "An index outside of the axis reads the nearest element; ONNX and PyTorch call it an error. Negative indices "
          "count from the end, as in ONNX; PyTorch takes none.",
      .takes = kinds::all,
  };
  static constexpr int inputs_min = 2;
  static constexpr int inputs_max = 2;
  using attributes = gather_elements_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes& a) {
    const tensor_type& x = in[0];
    const tensor_type& indices = in[1];
    if (const fault why = detail::refuse_blocked(in)) return why;
    if (indices.element != dtype::i32 && indices.element != dtype::i64)
      return fault{"indices must be i32 or i64: got {right}", x, indices};
    if (const fault why = detail::refuse_axis(x, a.axis)) return why;
    if (x.rank() != indices.rank())
      return fault{"ranks differ: {left} and indices {right} ({a} vs {b})", x, indices, x.rank(), indices.rank()};
    const int axis = detail::axis_of(a.axis, x.rank());
    for (int i = 0; i < x.rank(); ++i)
      if (i != axis && indices.dims[i] > x.dims[i])
        return fault{"indices are larger than the input: {left}, indices {right} ({a} vs {b})", x, indices, x.dims[i],
                     indices.dims[i]};
    if (x.dims[axis] == 0 && indices.elements() > 0) return fault{"nothing to gather from: {left}", x};
    tensor_type out = x;
    out.dims = indices.dims;
    return out;
  }

  static constexpr void compute(const auto& in, auto& out, const attributes& a) {
    const shape& dims = in.type(0).dims;
    const int axis = detail::axis_of(a.axis, dims.count);
    const ints strides = strides_of(dims);
    detail::for_each_index(out.type().dims, [&](std::int64_t flat, const ints& at) {
      const std::int64_t index = detail::nearest_index(in.whole(1, flat), dims[axis]);
      out.copy(flat, in, 0, detail::offset_of(at, strides) + (index - at[axis]) * strides[axis]);
    });
  }
};

/// gather_elements<{.axis = 1}>(x, indices)
template <gather_elements_attributes Attributes = {}, tensor_expr X, tensor_expr I>
consteval auto gather_elements(X x, I indices) {
  return call<"gather_elements", Attributes>(x, indices);
}

}  // namespace litho
