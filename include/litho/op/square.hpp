// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// x x. torch.square.
template <>
struct op<"square"> : elementwise<1> {
  static constexpr op_facts info{.name = "square", .math = "x^2", .takes = kinds::numbers};
  template <class V>
  static constexpr V eval(V x) {
    return x * x;
  }
};

inline constexpr auto square = call<"square">;

}  // namespace litho
