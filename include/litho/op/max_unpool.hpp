// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "direct_values.hpp"

namespace litho {

struct max_unpool_attributes {
  shape dims{};  ///< of the result
  static constexpr void fields(auto& self, auto&& visit) { visit("dims", self.dims); }
  friend constexpr bool operator==(const max_unpool_attributes&, const max_unpool_attributes&) = default;
};

/// The elements of x at the places that indices, flat ones of the whole result, say; 0 elsewhere. The inverse of max_pool with
/// max_pool_indices. An index outside is dropped, of equal ones the last counts. x any type, indices i32 or i64 of its shape.
/// ONNX MaxUnpool, where `dims` are the sizes that kernel, strides and pads give; a larger output_shape there is padding
/// behind.
template <>
struct op<"max_unpool"> : direct {
  static constexpr op_facts info{
      .name = "max_unpool",
      .math = "x at indices, 0 elsewhere",
      .onnx = "MaxUnpool",
      .limits = "x of any type, indices i32 or i64; a constant shape",
      .differs =
          "Indices are flat ones of all of the result, as in ONNX; PyTorch counts within an image of one channel.",
      .takes = kinds::all,
  };
  static constexpr int inputs_min = 2;
  static constexpr int inputs_max = 2;
  using attributes = max_unpool_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes& a) {
    const tensor_type& x = in[0];
    const tensor_type& indices = in[1];
    if (const fault why = detail::refuse_blocked(in)) return why;
    if (indices.element != dtype::i32 && indices.element != dtype::i64)
      return fault{"indices must be i32 or i64: got {right}", x, indices};
    if (x.dims != indices.dims) return fault{"shapes differ: {left} and indices {right}", x, indices};
    tensor_type out = x;
    out.dims = a.dims;
    return detail::possible(out, x);
  }

  static constexpr void compute(const auto& in, auto& out, const attributes&) {
    const std::int64_t elements = out.type().elements();
    for (std::int64_t i = 0; i < elements; ++i) out.set(i, std::int64_t{0});
    for (std::int64_t i = 0; i < in.type(0).elements(); ++i)
      if (const std::int64_t to = in.whole(1, i); to >= 0 && to < elements) out.copy(to, in, 0, i);
  }
};

/// max_unpool<{{1, 1, 4, 4}}>(x, indices)
template <max_unpool_attributes Attributes, tensor_expr X, tensor_expr I>
consteval auto max_unpool(X x, I indices) {
  return call<"max_unpool", Attributes>(x, indices);
}

}  // namespace litho
