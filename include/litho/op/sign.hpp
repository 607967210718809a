// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// -1 below 0, 1 above; zeros and NaN stay as they are. ONNX Sign.
template <>
struct op<"sign"> : elementwise<1> {
  static constexpr op_facts info{.name = "sign",
                                 .math = "x < 0 ? -1 : x > 0 ? 1 : 0",
                                 .onnx = "Sign",
                                 .takes = kinds::numbers,
                                 .idempotent = true,
                                 .work = 2};
  template <class V>
  static constexpr V eval(V x) {
    return math::select(x < V(0), V(-1), math::select(V(0) < x, V(1), x));
  }
};

inline constexpr auto sign = call<"sign">;

}  // namespace litho
