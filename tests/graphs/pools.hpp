// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

namespace graphs {

/// Both pools, padded and not, behind a convolution, and the mean of what is left.
struct pools : litho::network<pools> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", float, 2, 5, 13, 11>();
    constexpr auto h = max_pool2d<{.kernel = 3, .stride = 2, .pad = 1}>(conv2d<"conv", {.out = 17}>(x));
    constexpr auto a = avg_pool2d<{.kernel = 2, .pad = {1, 0, 0, 1}, .count_padding = true}>(h);
    return litho::outputs(output<"averages">(a), output<"mean">(global_avg_pool(relu(a))),
                          output<"plain">(max_pool2d<{.kernel = {2, 3}}>(x)));
  }
};

}  // namespace graphs
