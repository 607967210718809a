// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// a == b; false if either is NaN, and 0 equals -0. ONNX Equal.
template <>
struct op<"equal"> : comparison {
  static constexpr op_facts info{
      .name = "equal", .math = "a == b", .onnx = "Equal", .takes = kinds::all, .commutative = true};
  template <class V>
  static constexpr auto eval(V a, V b) {
    return a == b;
  }
};

inline constexpr auto equal = call<"equal">;

}  // namespace litho
