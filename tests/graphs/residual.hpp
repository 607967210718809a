// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

namespace graphs {

/// A residual block in the blocked layout: its addition joins the second convolution's kernel.
struct residual : litho::network<residual> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", float, 1, 5, 6, 7>();
    constexpr auto h = relu(conv2d<"stem", {.out = 17, .kernel = 1}>(x));
    constexpr auto f = conv2d<"body", {.out = 17, .kernel = 3, .pad = 1}>(h);
    return relu(f + h);
  }
};

}  // namespace graphs
