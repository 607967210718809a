// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../core/trigonometry.hpp"
#include "op.hpp"

namespace litho {

/// The angle within pi/2 of 0 whose tangent is x; -pi/2 and pi/2 at the infinities. ONNX Atan.
template <>
struct op<"atan"> : elementwise<1> {
  static constexpr op_facts info{.name = "atan", .math = "atan x", .onnx = "Atan", .transcendental = true, .work = 20};
  template <class V>
  static constexpr V eval(V x) {
    return math::atan(x);
  }
};

inline constexpr auto atan = call<"atan">;

}  // namespace litho
