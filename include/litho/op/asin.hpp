// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../core/trigonometry.hpp"
#include "op.hpp"

namespace litho {

/// The angle within pi/2 of 0 whose sine is x; NaN outside of -1 .. 1. ONNX Asin.
template <>
struct op<"asin"> : elementwise<1> {
  static constexpr op_facts info{.name = "asin", .math = "asin x", .onnx = "Asin", .transcendental = true, .work = 20};
  template <class V>
  static constexpr V eval(V x) {
    return math::asin(x);
  }
};

inline constexpr auto asin = call<"asin">;

}  // namespace litho
