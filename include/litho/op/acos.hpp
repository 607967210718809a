// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../core/trigonometry.hpp"
#include "op.hpp"

namespace litho {

/// The angle from 0 to pi whose cosine is x; NaN outside of -1 .. 1. ONNX Acos.
template <>
struct op<"acos"> : elementwise<1> {
  static constexpr op_facts info{.name = "acos", .math = "acos x", .onnx = "Acos", .transcendental = true, .work = 20};
  template <class V>
  static constexpr V eval(V x) {
    return math::acos(x);
  }
};

inline constexpr auto acos = call<"acos">;

}  // namespace litho
