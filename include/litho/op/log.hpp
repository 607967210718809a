// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// The natural logarithm; log 0 = -inf, NaN below 0. ONNX Log.
template <>
struct op<"log"> : elementwise<1> {
  static constexpr op_facts info{.name = "log", .math = "ln x", .onnx = "Log", .transcendental = true, .work = 10};
  template <class V>
  static constexpr V eval(V x) {
    return math::log(x);
  }
};

inline constexpr auto log = call<"log">;

}  // namespace litho
