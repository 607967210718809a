// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../core/rounding.hpp"
#include "op.hpp"

namespace litho {

/// The least whole number that is not below x: -0 above -1. -0, infinities and NaN stay. ONNX Ceil.
template <>
struct op<"ceil"> : elementwise<1> {
  static constexpr op_facts info{.name = "ceil", .math = "ceil x", .onnx = "Ceil", .idempotent = true};
  template <class V>
  static constexpr V eval(V x) {
    return math::ceil(x);
  }
};

inline constexpr auto ceil = call<"ceil">;

}  // namespace litho
