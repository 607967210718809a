// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "softplus.hpp"

namespace litho {

/// x tanh(log(1 + e^x)). NaN at -inf (-inf times 0). ONNX Mish.
template <>
struct op<"mish"> : elementwise<1> {
  static constexpr op_facts info{.name = "mish", .math = "x tanh(log(1 + e^x))", .transcendental = true, .work = 37};
  template <class V>
  static constexpr V eval(V x) {
    return x * math::tanh(op<"softplus">::eval(x));
  }
};

inline constexpr auto mish = call<"mish">;

}  // namespace litho
