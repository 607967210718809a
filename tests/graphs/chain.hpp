// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

namespace graphs {

/// Elementwise ops in a row, with numbers: one loop over 51 elements.
struct chain : litho::network<chain> {
  static constexpr auto graph() {
    using namespace litho;
    using namespace litho::literals;
    constexpr auto x = input<"x", float, 3, 17>();
    return litho::tanh(relu(2_c * x + 0.25_c) / 3_c) - x;
  }
};

}  // namespace graphs
