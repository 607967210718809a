// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

namespace graphs {

/// Convolutions of signals with one axis.
struct signal : litho::network<signal> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", float, 2, 3, 21>();
    constexpr auto h = relu(conv1d<"first", {.out = 17, .kernel = 5, .stride = 2, .pad_before = 2, .pad_after = 1}>(x));
    return conv1d<"second", {.out = 5, .kernel = 3, .dilation = 2, .bias = false}>(h);
  }
};

}  // namespace graphs
