// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// a - b. x - (+0) is x, x - (-0) is not for x = -0; x - x is 0 save for NaN and infinities. ONNX Sub.
template <>
struct op<"sub"> : elementwise<2> {
  static constexpr op_facts info{.name = "sub",
                                 .math = "a - b",
                                 .onnx = "Sub",
                                 .takes = kinds::numbers,
                                 .right_identity = {.present = true, .value = 0.0},
                                 .self = self_rule::zero,
                                 .self_exact = false};
  template <class V>
  static constexpr V eval(V a, V b) {
    return a - b;
  }
};

inline constexpr auto sub = call<"sub">;

}  // namespace litho
