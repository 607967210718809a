// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

namespace graphs {

/// Layer-norm over the last two axes, with scale and bias.
struct norm_two_axes : litho::network<norm_two_axes> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", float, 3, 5, 7>();
    return layer_norm<{.axis = -2}>(x, param<"scale", float, 5, 7>(), param<"bias", float, 5, 7>());
  }
};

}  // namespace graphs
