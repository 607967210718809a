// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// The bits that x has not; of signed integers -1 - x. ONNX BitwiseNot.
template <>
struct op<"bit_not"> : elementwise<1> {
  static constexpr op_facts info{
      .name = "bit_not", .math = "~x", .onnx = "BitwiseNot", .takes = kinds::integers, .involution = true};
  template <class V>
  static constexpr V eval(V x) {
    return ~x;
  }
};

inline constexpr auto bit_not = call<"bit_not">;

}  // namespace litho
