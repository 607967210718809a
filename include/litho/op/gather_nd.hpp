// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "gather_elements.hpp"

namespace litho {

struct gather_nd_attributes {
  std::int64_t batch_dims = 0;  ///< axes in front that x and the indices share
  static constexpr void fields(auto& self, auto&& visit) { visit("batch_dims", self.batch_dims); }
  friend constexpr bool operator==(const gather_nd_attributes&, const gather_nd_attributes&) = default;
};

/// y[b..., i..., ...] = x[b..., indices[b..., i..., 0], indices[b..., i..., 1], ..., ...]: the last axis of the indices holds
/// places in x, whole or of its first axes after the batch. Negative indices count from the end; one outside reads the nearest
/// element. x any type, indices i32 or i64. ONNX GatherND, tf.gather_nd.
template <>
struct op<"gather_nd"> : direct {
  static constexpr op_facts info{
      .name = "gather_nd",
      .math = "x at places",
      .onnx = "GatherND",
      .limits = "indices i32 or i64; a result of at most 8 axes",
      .differs =
          "An index outside reads the nearest element; ONNX calls it an error, TensorFlow reads 0 on a GPU. Negative "
          "indices count from the end, as in ONNX; TensorFlow takes none.",
      .takes = kinds::all,
  };
  static constexpr int inputs_min = 2;
  static constexpr int inputs_max = 2;
  using attributes = gather_nd_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes& a) {
    const tensor_type& x = in[0];
    const tensor_type& indices = in[1];
    if (const fault why = detail::refuse_blocked(in)) return why;
    if (indices.element != dtype::i32 && indices.element != dtype::i64)
      return fault{"indices must be i32 or i64: got {right}", x, indices};
    if (x.rank() < 1 || indices.rank() < 1)
      return fault{"input and indices must have an axis: {left}, indices {right}", x, indices};
    if (a.batch_dims < 0 || a.batch_dims >= x.rank() || a.batch_dims >= indices.rank())
      return fault{"{a} batch axes are too many: {left}, indices {right}", x, indices, a.batch_dims};
    const int batch = static_cast<int>(a.batch_dims);
    for (int i = 0; i < batch; ++i)
      if (x.dims[i] != indices.dims[i])
        return fault{"batch axes differ: {left}, indices {right} ({a} vs {b})", x, indices, x.dims[i], indices.dims[i]};
    const std::int64_t depth = indices.dims[indices.rank() - 1];
    if (depth < 1 || depth > x.rank() - batch)
      return fault{"places of {a} indices do not fit {b} axes: {left}, indices {right}", x, indices, depth,
                   x.rank() - batch};
    const int kept = batch + static_cast<int>(depth);
    if (indices.rank() - 1 + x.rank() - kept > max_rank)
      return fault{"the result has too many axes: {left}, indices {right}", x, indices};
    tensor_type out = x;
    out.dims = {};
    for (int i = 0; i < indices.rank() - 1; ++i) out.dims.push_back(indices.dims[i]);
    for (int i = kept; i < x.rank(); ++i) out.dims.push_back(x.dims[i]);
    for (int i = batch; i < kept; ++i)
      if (x.dims[i] == 0 && out.elements() > 0) return fault{"nothing to gather from: {left}", x};
    return detail::possible(out, x);
  }

  static constexpr void compute(const auto& in, auto& out, const attributes& a) {
    const shape& dims = in.type(0).dims;
    const shape& places = in.type(1).dims;
    const int batch = static_cast<int>(a.batch_dims);
    const std::int64_t depth = places[places.count - 1];
    const ints strides = strides_of(dims);
    const std::int64_t block = strides[batch + static_cast<int>(depth) - 1];
    const std::int64_t count = block == 0 ? 0 : out.type().elements() / block;
    std::int64_t batches = 1;
    for (int i = 0; i < batch; ++i) batches *= dims[i];
    const std::int64_t per_batch = batches == 0 ? 1 : count / batches;
    const std::int64_t step = batch == 0 ? 0 : strides[batch - 1];
    for (std::int64_t i = 0; i < count; ++i) {
      std::int64_t from = i / per_batch * step;
      for (int d = 0; d < depth; ++d)
        from += detail::nearest_index(in.whole(1, i * depth + d), dims[batch + d]) * strides[batch + d];
      for (std::int64_t k = 0; k < block; ++k) out.copy(i * block + k, in, 0, from + k);
    }
  }
};

/// gather_nd<{.batch_dims = 1}>(x, indices)
template <gather_nd_attributes Attributes = {}, tensor_expr X, tensor_expr I>
consteval auto gather_nd(X x, I indices) {
  return call<"gather_nd", Attributes>(x, indices);
}

}  // namespace litho
