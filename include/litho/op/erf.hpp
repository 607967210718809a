// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// The error function, 2/sqrt(pi) times the integral of e^(-t^2) from 0 to x; -1 and 1 at the infinities. ONNX Erf.
template <>
struct op<"erf"> : elementwise<1> {
  static constexpr op_facts info{.name = "erf", .math = "erf x", .onnx = "Erf", .transcendental = true, .work = 12};
  template <class V>
  static constexpr V eval(V x) {
    return math::erf(x);
  }
};

inline constexpr auto erf = call<"erf">;

}  // namespace litho
