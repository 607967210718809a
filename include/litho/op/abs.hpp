// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// |x|: the sign bit cleared, so -0 gives +0; NaN stays NaN. ONNX Abs.
template <>
struct op<"abs"> : elementwise<1> {
  static constexpr op_facts info{
      .name = "abs", .math = "|x|", .onnx = "Abs", .takes = kinds::numbers, .idempotent = true};
  template <class V>
  static constexpr V eval(V x) {
    return math::abs(x);
  }
};

inline constexpr auto abs = call<"abs">;

}  // namespace litho
