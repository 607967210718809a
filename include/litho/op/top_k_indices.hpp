// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "top_k.hpp"

namespace litho {

/// Where the elements of top_k stand along the axis, as i64; of equal ones the first comes first. ONNX TopK, its output
/// Indices.
template <>
struct op<"top_k_indices"> : direct {
  static constexpr op_facts info{
      .name = "top_k_indices",
      .math = "indices of the k largest x along an axis",
      .onnx = "TopK",
      .limits = "constant k and axis",
      .differs = "As of top_k. Indices are i64, as in ONNX and PyTorch; TensorFlow gives i32.",
      .takes = kinds::numbers,
  };
  using attributes = top_k_attributes;

  static constexpr inferred infer(std::span<const tensor_type> x, const attributes& a) {
    inferred out = detail::infer_top_k(x, a);
    if (out.ok()) out.type.element = dtype::i64;
    return out;
  }
  static constexpr std::int64_t scratch_elements(std::span<const tensor_type>, const tensor_type&,
                                                 const attributes& a) {
    return a.k * detail::scratch_integers<double>::numbers;
  }
  static constexpr void compute(const auto& in, auto& out, const attributes& a) {
    detail::for_each_top(in, out, a, [&](std::int64_t to, std::int64_t, std::int64_t index) { out.set(to, index); });
  }
};

/// top_k_indices<{.k = 3}>(x)
template <top_k_attributes Attributes, tensor_expr X>
consteval auto top_k_indices(X x) {
  return call<"top_k_indices", Attributes>(x);
}

}  // namespace litho
