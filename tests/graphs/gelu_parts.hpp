// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

namespace graphs {

/// gelu written out, as exporters do.
struct gelu_parts : litho::network<gelu_parts> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", float, 3, 19>();
    return scalar<0.5> * x * (scalar<1.0> + litho::erf(x / scalar<1.4142135>));
  }
};

}  // namespace graphs
