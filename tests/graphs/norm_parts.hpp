// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

namespace graphs {

/// Layer-norm written out, with scale and bias.
struct norm_parts : litho::network<norm_parts> {
  static constexpr float two[] = {2};

  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", float, 5, 18>();
    constexpr auto d = x - reduce_mean<{.axes = 1, .keep = true}>(x);
    constexpr auto variance = reduce_mean<{.axes = 1, .keep = true}>(litho::pow(d, constant<two>()));
    return d / litho::sqrt(variance + scalar<1e-5>) * param<"scale", float, 18>() + param<"bias", float, 18>();
  }
};

}  // namespace graphs
