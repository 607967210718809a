// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../core/trigonometry.hpp"
#include "op.hpp"

namespace litho {

/// The hyperbolic cosine, (e^x + e^-x) / 2. ONNX Cosh.
template <>
struct op<"cosh"> : elementwise<1> {
  static constexpr op_facts info{.name = "cosh", .math = "cosh x", .onnx = "Cosh", .transcendental = true, .work = 20};
  template <class V>
  static constexpr V eval(V x) {
    return math::cosh(x);
  }
};

inline constexpr auto cosh = call<"cosh">;

}  // namespace litho
