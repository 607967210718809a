// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// e^x; exp(-inf) = 0, exp(inf) = inf. ONNX Exp.
template <>
struct op<"exp"> : elementwise<1> {
  static constexpr op_facts info{.name = "exp", .math = "e^x", .onnx = "Exp", .transcendental = true, .work = 10};
  template <class V>
  static constexpr V eval(V x) {
    return math::exp(x);
  }
};

inline constexpr auto exp = call<"exp">;

}  // namespace litho
