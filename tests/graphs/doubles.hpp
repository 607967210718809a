// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

namespace graphs {

/// All in double precision: C0 is 8.
struct doubles : litho::network<doubles> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", double, 2, 3, 5, 6>();
    constexpr auto h = relu(batch_norm<"bn">(conv2d<"conv", {.out = 9, .kernel = 3, .pad = 1}>(x)));
    constexpr auto y = dense<"fc", {.out = 11}>(flatten(global_avg_pool(h)));
    return softmax(layer_norm<"ln">(litho::tanh(y) * scalar<0.1>));
  }
};

}  // namespace graphs
