// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

struct gather_attributes {
  std::int64_t axis = 0;
  static constexpr void fields(auto& self, auto&& visit) { visit("axis", self.axis); }
  friend constexpr bool operator==(const gather_attributes&, const gather_attributes&) = default;
};

/// y[..., i..., ...] = x[..., indices[i...], ...] along one axis. Negative indices count from the end; one outside of the axis reads
/// the nearest element. x any type, indices i32 or i64 of any rank. ONNX Gather.
template <>
struct op<"gather"> : direct {
  static constexpr op_facts info{
      .name = "gather",
      .math = "x[indices] along an axis",
      .onnx = "Gather",
      .limits = "indices i32 or i64; a result of at most 8 axes",
      .differs =
          "An index outside of the axis reads the nearest element; ONNX, NumPy and PyTorch call it an error, "
          "TensorFlow reads 0 on a GPU. Negative indices count from the end, as in ONNX; TensorFlow takes none.",
      .takes = kinds::all,
  };
  static constexpr int inputs_min = 2;
  static constexpr int inputs_max = 2;
  using attributes = gather_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes& a) {
    const tensor_type& x = in[0];
    const tensor_type& indices = in[1];
    if (x.layout != format::plain || indices.layout != format::plain)
      return fault{"inputs must be plain: {left}, {right}", x, indices};
    if (indices.element != dtype::i32 && indices.element != dtype::i64)
      return fault{"indices must be i32 or i64: got {right}", x, indices};
    if (a.axis < -x.rank() || a.axis >= x.rank())
      return fault{"axis {a} is outside of {left} (rank {b})", x, {}, a.axis, x.rank()};
    const int axis = static_cast<int>(a.axis < 0 ? a.axis + x.rank() : a.axis);
    if (x.rank() - 1 + indices.rank() > max_rank)
      return fault{"the result has too many axes: {left}, indices {right}", x, indices};
    if (x.dims[axis] == 0 && indices.elements() > 0) return fault{"nothing to gather from: {left}", x};
    tensor_type out = x;
    out.dims = {};
    for (int i = 0; i < axis; ++i) out.dims.push_back(x.dims[i]);
    for (std::int64_t extent : indices.dims) out.dims.push_back(extent);
    for (int i = axis + 1; i < x.rank(); ++i) out.dims.push_back(x.dims[i]);
    return out;
  }

  static constexpr void compute(const auto& in, auto& out, const attributes& a) {
    const shape& dims = in.type(0).dims;
    const int axis = static_cast<int>(a.axis < 0 ? a.axis + dims.count : a.axis);
    std::int64_t inner = 1;
    for (int i = axis + 1; i < dims.count; ++i) inner *= dims[i];
    const std::int64_t count = in.type(1).elements();
    const std::int64_t block = count * inner;
    const std::int64_t outer = block == 0 ? 0 : out.type().elements() / block;
    for (std::int64_t o = 0; o < outer; ++o)
      for (std::int64_t i = 0; i < count; ++i) {
        std::int64_t index = in.whole(1, i);
        if (index < 0) index += dims[axis];
        index = index < 0 ? 0 : index >= dims[axis] ? dims[axis] - 1 : index;
        for (std::int64_t k = 0; k < inner; ++k)
          out.copy((o * count + i) * inner + k, in, 0, (o * dims[axis] + index) * inner + k);
      }
  }
};

/// gather<{.axis = 1}>(x, indices)
template <gather_attributes Attributes = {}, tensor_expr X, tensor_expr I>
consteval auto gather(X x, I indices) {
  return call<"gather", Attributes>(x, indices);
}

}  // namespace litho
