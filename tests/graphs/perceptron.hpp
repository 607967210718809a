// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

namespace graphs {

/// Dense layers with bias and gelu; the last axis of three, then a vector.
struct perceptron : litho::network<perceptron> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", float, 2, 3, 13>();
    constexpr auto h = gelu(dense<"up", {.out = 37}>(x));
    return dense<"down", {.out = 5}>(h) + dense<"skip", {.out = 5, .bias = false}>(input<"y", float, 6>());
  }
};

}  // namespace graphs
