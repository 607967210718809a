// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// 1 / sqrt x; inf at +0, 0 at inf, NaN below 0. torch.rsqrt.
template <>
struct op<"rsqrt"> : elementwise<1> {
  static constexpr op_facts info{
      .name = "rsqrt",
      .math = "1 / sqrt x",
      .differs = "ONNX has no operator for it and writes Sqrt and Reciprocal.",
      .divides = true,
      .transcendental = true,
      .work = 5,
  };
  template <class V>
  static constexpr V eval(V x) {
    return math::rsqrt(x);
  }
};

inline constexpr auto rsqrt = call<"rsqrt">;

}  // namespace litho
