// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// y[..., i, j] = sum over k of a[..., i, k] b[..., k, j]; the axes before the last two broadcast. Summed in double. b may be
/// packed (fractal_nz); the result is plain. NumPy matmul of ranks 2 and up, ONNX MatMul.
template <>
struct op<"matmul"> : contraction {
  static constexpr op_facts info{
      .name = "matmul",
      .math = "sum over k of a[...,i,k] b[...,k,j]",
      .onnx = "MatMul",
      .limits = "ranks of 2 and more",
  };
  static constexpr int inputs_max = 2;
  using attributes = no_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes&) {
    const tensor_type& a = in[0];
    const tensor_type& b = in[1];
    if (a.element != b.element) return fault{"element types differ: lhs {left}, rhs {right}", a, b};
    if (a.rank() < 2 || b.rank() < 2)
      return fault{"both sides need rank 2 or more: lhs {left}, rhs {right} ({a} and {b})", a, b, a.rank(), b.rank()};
    if (a.layout != format::plain) return fault{"lhs must be plain: lhs {left}, rhs {right}", a, b};
    if (b.layout != format::plain && b.layout != format::fractal_nz)
      return fault{"rhs must be plain or fractal_nz: lhs {left}, rhs {right}", a, b};
    const std::int64_t inner = a.dims[a.rank() - 1];
    if (inner != b.dims[b.rank() - 2])
      return fault{"inner sizes differ: lhs {left}, rhs {right} ({a} vs {b})", a, b, inner, b.dims[b.rank() - 2]};
    tensor_type out = a;
    out.dims = broadcast(batch_of(a.dims), batch_of(b.dims));
    if (out.dims.count < 0) return fault{"batch sizes do not broadcast: lhs {left}, rhs {right}", a, b};
    out.dims.push_back(a.dims[a.rank() - 2]);
    out.dims.push_back(b.dims[b.rank() - 1]);
    return out;
  }

  static constexpr void eval(std::span<const tensor* const> in, const attributes&, tensor& out) {
    const tensor& a = *in[0];
    const tensor& b = *in[1];
    const int last = out.type.rank() - 1;
    ints rows = broadcast_strides(a.type.dims, out.type.dims);
    ints columns = broadcast_strides(b.type.dims, out.type.dims);
    rows[last] = 0;
    columns[last - 1] = 0;
    const std::int64_t inner = a.type.dims[a.type.rank() - 1];
    const std::int64_t step = b.type.dims[b.type.rank() - 1];
    detail::for_each_index(out.type.dims, [&](std::int64_t, const ints& at) {
      const std::int64_t row = detail::offset_of(at, rows);
      const std::int64_t column = detail::offset_of(at, columns);
      double sum = 0;
      for (std::int64_t k = 0; k < inner; ++k)
        sum += a.values[static_cast<std::size_t>(row + k)] * b.values[static_cast<std::size_t>(column + k * step)];
      out.values.push_back(rounded(out.type.element, sum));
    });
  }

 private:
  static constexpr shape batch_of(shape dims) {
    dims.count -= 2;
    return dims;
  }
};

inline constexpr auto matmul = call<"matmul">;

}  // namespace litho
