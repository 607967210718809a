// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "direct_values.hpp"

namespace litho {

/// The determinant of each square matrix of the last two axes, which go. ONNX Det, torch.det.
template <>
struct op<"det"> : direct {
  static constexpr op_facts info{
      .name = "det",
      .math = "determinant of x",
      .onnx = "Det",
      .limits = "square matrices",
  };

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes&) {
    const tensor_type& x = in[0];
    if (const fault why = detail::refuse_blocked(in)) return why;
    if (x.rank() < 2 || x.dims[x.rank() - 1] != x.dims[x.rank() - 2])
      return fault{"input must be square matrices: got {left}", x};
    tensor_type out = x;
    out.dims.count -= 2;
    out.dims[x.rank() - 1] = out.dims[x.rank() - 2] = 0;
    return detail::possible(out, x);
  }

  static constexpr std::int64_t scratch_elements(std::span<const tensor_type> in, const tensor_type&,
                                                 const attributes&) {
    const std::int64_t size = in[0].dims[in[0].rank() - 1];
    return size * size;
  }

  /// Gaussian elimination, with the greatest element of a column as its pivot.
  static constexpr void compute(const auto& in, auto& out, const attributes&) {
    using real = typename std::remove_cvref_t<decltype(in)>::real_type;
    const std::int64_t size = in.type(0).dims[in.type(0).rank() - 1];
    real* const matrix = out.scratch();
    const auto at = [&](std::int64_t row, std::int64_t column) -> real& { return matrix[row * size + column]; };
    const std::int64_t count = out.type().elements();
    for (std::int64_t n = 0; n < count; ++n) {
      for (std::int64_t i = 0; i < size * size; ++i) matrix[i] = in.real(0, n * size * size + i);
      double product = 1;
      for (std::int64_t k = 0; k < size && product != 0; ++k) {
        std::int64_t pivot = k;
        for (std::int64_t row = k + 1; row < size; ++row)
          if (!(math::abs(at(row, k)) <= math::abs(at(pivot, k)))) pivot = row;  // NaN, too
        if (pivot != k) product = -product;
        for (std::int64_t column = k; column < size; ++column) std::swap(at(k, column), at(pivot, column));
        product *= static_cast<double>(at(k, k));
        if (product == 0) break;
        for (std::int64_t row = k + 1; row < size; ++row) {
          const real factor = at(row, k) / at(k, k);
          for (std::int64_t column = k; column < size; ++column) at(row, column) -= factor * at(k, column);
        }
      }
      out.set(n, static_cast<real>(product == 0 ? 0.0 : product));
    }
  }
};

/// det(x)
template <tensor_expr X>
consteval auto det(X x) {
  return call<"det">(x);
}

}  // namespace litho
