// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

namespace graphs {

/// Control edges: what is `after` another may not join its kernel.
struct ordered : litho::network<ordered> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", float, 3, 11>();
    constexpr auto first = litho::exp(x);
    constexpr auto second = after(relu(x), first);
    return litho::outputs(output<"first">(first * scalar<2.0>), output<"second">(second + x));
  }
};

}  // namespace graphs
