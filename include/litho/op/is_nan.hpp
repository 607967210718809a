// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// Whether x is NaN. ONNX IsNaN.
template <>
struct op<"is_nan"> : elementwise<1> {
  static constexpr op_facts info{.name = "is_nan", .math = "x is NaN", .onnx = "IsNaN"};

  template <class Attributes>
  static constexpr inferred infer(std::span<const tensor_type> x, const Attributes&) {
    tensor_type out = x[0];
    out.element = dtype::boolean;
    return out;
  }
  template <class V>
  static constexpr V eval(V x) {
    return math::select(x == x, V(0), V(1));
  }
};

inline constexpr auto is_nan = call<"is_nan">;

}  // namespace litho
