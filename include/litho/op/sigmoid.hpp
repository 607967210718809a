// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// 1 / (1 + e^-x): 0 at -inf, 1 at inf. ONNX Sigmoid.
template <>
struct op<"sigmoid"> : elementwise<1> {
  static constexpr op_facts info{
      .name = "sigmoid", .math = "1 / (1 + e^-x)", .onnx = "Sigmoid", .transcendental = true, .work = 13};
  template <class V>
  static constexpr V eval(V x) {
    return V(1) / (V(1) + math::exp(-x));
  }
};

inline constexpr auto sigmoid = call<"sigmoid">;

}  // namespace litho
