// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// x sigmoid(x), also called swish. NaN at -inf (-inf times 0), as in torch.nn.SiLU.
template <>
struct op<"silu"> : elementwise<1> {
  static constexpr op_facts info{
      .name = "silu", .math = "x / (1 + e^-x)", .onnx = "Swish", .transcendental = true, .work = 13};
  template <class V>
  static constexpr V eval(V x) {
    return x / (V(1) + math::exp(-x));
  }
};

inline constexpr auto silu = call<"silu">;

}  // namespace litho
