// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// -x: the sign bit flipped, also of zeros and NaN. ONNX Neg.
template <>
struct op<"neg"> : elementwise<1> {
  static constexpr op_facts info{
      .name = "neg", .math = "-x", .onnx = "Neg", .takes = kinds::numbers, .involution = true};
  template <class V>
  static constexpr V eval(V x) {
    return -x;
  }
};

inline constexpr auto neg = call<"neg">;

}  // namespace litho
