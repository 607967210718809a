// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

namespace graphs {

/// Weights that come with each run: what would be packed at load is not.
struct given_weights : litho::network<given_weights> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", float, 1, 17, 5, 4>();
    constexpr auto y = conv2d<{.pad = 1}>(x, input<"w", float, 18, 17, 3, 3>());
    constexpr auto rows = reshape<18, 20>(relu(y));
    return litho::outputs(output<"product">(matmul(rows, input<"m", float, 20, 19>())),
                          output<"vector">(dense(reduce_mean<{.axes = 0}>(rows), input<"d", float, 6, 20>())));
  }
};

}  // namespace graphs
