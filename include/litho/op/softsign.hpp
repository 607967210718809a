// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// x / (1 + |x|). NaN at infinities (inf / inf). ONNX Softsign.
template <>
struct op<"softsign"> : elementwise<1> {
  static constexpr op_facts info{.name = "softsign", .math = "x / (1 + |x|)", .onnx = "Softsign", .work = 3};
  template <class V>
  static constexpr V eval(V x) {
    return x / (V(1) + math::abs(x));
  }
};

inline constexpr auto softsign = call<"softsign">;

}  // namespace litho
