// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// The hyperbolic tangent; -1 and 1 at the infinities. ONNX Tanh.
template <>
struct op<"tanh"> : elementwise<1> {
  static constexpr op_facts info{.name = "tanh", .math = "tanh x", .onnx = "Tanh", .transcendental = true, .work = 12};
  template <class V>
  static constexpr V eval(V x) {
    return math::tanh(x);
  }
};

inline constexpr auto tanh = call<"tanh">;

}  // namespace litho
