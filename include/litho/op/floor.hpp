// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../core/rounding.hpp"
#include "op.hpp"

namespace litho {

/// The greatest whole number that is not above x. -0, infinities and NaN stay. ONNX Floor.
template <>
struct op<"floor"> : elementwise<1> {
  static constexpr op_facts info{.name = "floor", .math = "floor x", .onnx = "Floor", .idempotent = true};
  template <class V>
  static constexpr V eval(V x) {
    return math::floor(x);
  }
};

inline constexpr auto floor = call<"floor">;

}  // namespace litho
