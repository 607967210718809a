// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

namespace graphs {

/// Rank 0: one number in, one out.
struct single_number : litho::network<single_number> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", float>();
    constexpr auto v = input<"v", float, 3, 5>();
    return litho::outputs(output<"number">(litho::exp(x) + scalar<1.0>), output<"sum">(x * reduce_sum(v)));
  }
};

}  // namespace graphs
