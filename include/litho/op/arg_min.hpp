// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "arg.hpp"

namespace litho {

/// Where the least element along one axis stands, as i64; the axis stays with size 1. Of equal ones the first, or with
/// select_last the last; a NaN is the least. ONNX ArgMin with keepdims = 1.
template <>
struct op<"arg_min"> : direct {
  static constexpr op_facts info{
      .name = "arg_min",
      .math = "index of the least x along an axis",
      .onnx = "ArgMin",
      .limits = "one axis, which stays with size 1 (keepdims = 1)",
      .differs =
          "Of equal elements the first counts, as in NumPy and PyTorch, or with select_last the last, as ONNX allows. "
          "NaN counts as the least, as in NumPy and PyTorch.",
      .takes = kinds::numbers,
  };
  using attributes = arg_attributes;

  static constexpr inferred infer(std::span<const tensor_type> x, const attributes& a) {
    return detail::infer_arg(x, a);
  }
  static constexpr void compute(const auto& in, auto& out, const attributes& a) {
    detail::compute_arg<false>(in, out, a);
  }
};

/// arg_min<{.axis = 1}>(x)
template <arg_attributes Attributes = {}, tensor_expr X>
consteval auto arg_min(X x) {
  return call<"arg_min", Attributes>(x);
}

}  // namespace litho
