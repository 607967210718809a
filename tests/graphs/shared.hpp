// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

namespace graphs {

/// Values used twice, on paths of unequal length.
struct shared : litho::network<shared> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", float, 5, 7>();
    constexpr auto y = litho::exp(x);
    constexpr auto z = y * x;
    return litho::sqrt(litho::abs(z + y)) - z * y;
  }
};

}  // namespace graphs
