// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// Whether x does not hold. ONNX Not.
template <>
struct op<"logical_not"> : elementwise<1> {
  static constexpr op_facts info{
      .name = "logical_not", .math = "not x", .onnx = "Not", .takes = kinds::booleans, .involution = true};
  template <class V>
  static constexpr V eval(V x) {
    return V(1) - x;
  }
};

inline constexpr auto logical_not = call<"logical_not">;

}  // namespace litho
