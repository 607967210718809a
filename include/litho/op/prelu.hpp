// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// x for x >= 0, slope x below; slope broadcasts to x. NaN stays NaN. ONNX PRelu.
template <>
struct op<"prelu"> : elementwise<2> {
  static constexpr op_facts info{
      .name = "prelu",
      .math = "x < 0 ? slope x : x",
      .onnx = "PRelu",
      .differs =
          "The slope broadcasts to x, so those of channels come as [C,1,1]; in PyTorch and before ONNX opset 7 [C] "
          "lies along the channels.",
      .takes = kinds::numbers,
      .work = 2,
  };
  template <class V>
  static constexpr V eval(V x, V slope) {
    return math::select(x < V(0), slope * x, x);
  }
};

inline constexpr auto prelu = call<"prelu">;

}  // namespace litho
