// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

namespace graphs {

/// Softmax written out.
struct softmax_parts : litho::network<softmax_parts> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", float, 3, 4, 21>();
    constexpr auto power = litho::exp(x - reduce_max<{.axes = -1, .keep = true}>(x));
    return power / reduce_sum<{.axes = 2, .keep = true}>(power);
  }
};

}  // namespace graphs
