// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

namespace graphs {

/// A depthwise convolution and a pointwise one, 17 channels to 33.
struct separable : litho::network<separable> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", float, 2, 17, 6, 5>();
    constexpr auto each = relu6(conv2d<"depthwise", {.out = 17, .kernel = 3, .pad = 1, .groups = 17}>(x));
    return conv2d<"pointwise", {.out = 33}>(each);
  }
};

}  // namespace graphs
