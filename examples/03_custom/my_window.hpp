// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

/// A user's op: the raised cosine window, x (1 + cos(pi t)) / 2 at places t from -1 to 1 and 0 outside. x and t broadcast.
template <>
struct litho::op<"my_window"> : litho::elementwise<2> {
  static constexpr litho::op_facts info{.name = "my_window", .math = "x (1 + cos(pi t)) / 2 for |t| <= 1, else 0"};

  /// Beside what the base demands.
  static constexpr litho::inferred infer(std::span<const litho::tensor_type> in, const attributes& a) {
    if (in[1].rank() > 1)
      return litho::fault{"places must be a vector or a number: got {right} for x {left}", in[0], in[1]};
    return elementwise<2>::infer(in, a);
  }
  template <class V>
  static constexpr V eval(V x, V t) {
    const V inside = x * (V(1) + litho::math::cos(V(3.141592653589793) * t)) * V(0.5);
    return litho::math::select(litho::math::abs(t) <= V(1), inside, V(0));
  }
};

inline constexpr auto my_window = litho::call<"my_window">;
