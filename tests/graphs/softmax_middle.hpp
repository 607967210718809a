// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

namespace graphs {

/// Softmax along an axis that is not the last: its sums run across the lanes.
struct softmax_middle : litho::network<softmax_middle> {
  static constexpr auto graph() {
    using namespace litho;
    return softmax<{.axis = 1}>(input<"x", float, 2, 5, 19>());
  }
};

}  // namespace graphs
