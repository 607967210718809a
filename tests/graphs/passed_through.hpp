// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

namespace graphs {

/// Outputs that no kernel computes: an input, a parameter, a view, one value twice.
struct passed_through : litho::network<passed_through> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", float, 2, 9>();
    constexpr auto p = param<"p", float, 5>();
    constexpr auto y = x * x;
    return litho::outputs(output<"input">(x), output<"parameter">(p), output<"once">(y), output<"twice">(y),
                          output<"view">(reshape<9, 2>(y)), output<"computed_at_load">(litho::exp(p)));
  }
};

}  // namespace graphs
