// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

namespace graphs {

/// Convolution, pool, mean, dense, softmax: a whole small network.
struct classifier : litho::network<classifier> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", float, 1, 1, 12, 10>();
    constexpr auto h =
        max_pool2d<{.kernel = 2}>(relu(batch_norm<"bn1">(conv2d<"conv1", {.out = 5, .kernel = 3, .pad = 1}>(x))));
    constexpr auto g = relu(conv2d<"conv2", {.out = 18, .kernel = 3, .pad = 1}>(h));
    return softmax(dense<"fc", {.out = 10}>(flatten(global_avg_pool(g))));
  }
};

}  // namespace graphs
