// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "softplus.hpp"

namespace litho {

/// x tanh(log(1 + e^x)). -0 at -inf, NaN stays NaN. ONNX Mish.
template <>
struct op<"mish"> : elementwise<1> {
  static constexpr op_facts info{
      .name = "mish", .math = "x tanh(log(1 + e^x))", .onnx = "Mish", .transcendental = true, .work = 38};
  template <class V>
  static constexpr V eval(V x) {
    const V bounded = math::at_least(x, V(-1000));  // the product is 0 there, and -inf times 0 is NaN
    return bounded * math::tanh(op<"softplus">::eval(bounded));
  }
};

inline constexpr auto mish = call<"mish">;

}  // namespace litho
