// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// The square root; -0 stays -0, NaN below 0. ONNX Sqrt.
template <>
struct op<"sqrt"> : elementwise<1> {
  static constexpr op_facts info{.name = "sqrt", .math = "sqrt x", .onnx = "Sqrt", .transcendental = true, .work = 4};
  template <class V>
  static constexpr V eval(V x) {
    return math::sqrt(x);
  }
};

inline constexpr auto sqrt = call<"sqrt">;

}  // namespace litho
