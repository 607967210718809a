// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// min(max(x, 0), 6). NaN stays NaN, -0 stays -0. torch.nn.ReLU6.
template <>
struct op<"relu6"> : elementwise<1> {
  static constexpr op_facts info{
      .name = "relu6",
      .math = "min(max(x, 0), 6)",
      .differs = "ONNX has no operator for it and writes Clip from 0 to 6.",
      .idempotent = true,
      .work = 2,
  };
  template <class V>
  static constexpr V eval(V x) {
    return math::at_most(math::at_least(x, V(0)), V(6));
  }
};

inline constexpr auto relu6 = call<"relu6">;

}  // namespace litho
