// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

namespace graphs {

/// Groups of channels that are neither one nor all.
struct grouped : litho::network<grouped> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", float, 2, 6, 5, 7>();
    return silu(conv2d<"conv", {.out = 10, .kernel = 3, .pad = 1, .groups = 2}>(x));
  }
};

}  // namespace graphs
