// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

namespace graphs {

/// Reductions of all kinds: axes that do not touch, the first one, all.
struct reductions : litho::network<reductions> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", float, 3, 5, 4, 7>();
    return litho::outputs(
        output<"apart">(reduce_sum<{.axes = {0, 2}}>(x)), output<"ends">(reduce_max<{.axes = {0, 3}}>(x)),
        output<"first">(reduce_min<{.axes = 0, .keep = true}>(x)), output<"all">(reduce_mean(square(x))));
  }
};

}  // namespace graphs
