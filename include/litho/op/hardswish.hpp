// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relu6.hpp"

namespace litho {

/// x relu6(x + 3) / 6: 0 up to -3, x from 3 on. NaN at -inf (-inf times 0). ONNX HardSwish.
template <>
struct op<"hardswish"> : elementwise<1> {
  static constexpr op_facts info{.name = "hardswish", .math = "x relu6(x + 3) / 6", .onnx = "HardSwish", .work = 5};
  template <class V>
  static constexpr V eval(V x) {
    return x * (op<"relu6">::eval(x + V(3)) / V(6));
  }
};

inline constexpr auto hardswish = call<"hardswish">;

}  // namespace litho
