// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

namespace graphs {

/// From float to double and back, between work in both.
struct casts : litho::network<casts> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", float, 3, 7>();
    constexpr auto wide = cast<double>(x * scalar<0.1>);
    return litho::outputs(output<"f32">(relu(cast<float>(litho::exp(wide) + wide))), output<"f64">(wide * wide));
  }
};

}  // namespace graphs
