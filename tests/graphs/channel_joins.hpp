// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

namespace graphs {

/// Branches of convolutions joined along channels: 16 and 32 fill their blocks, 5 and 17 do not.
struct channel_joins : litho::network<channel_joins> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", float, 1, 5, 4, 5>();
    constexpr auto a = relu(conv2d<"a", {.out = 16}>(x));
    constexpr auto b = conv2d<"b", {.out = 32, .kernel = 3, .pad = 1}>(x);
    constexpr auto c = conv2d<"c", {.out = 17}>(concat<{.axis = 1}>(a, b));
    return concat<{.axis = 1}>(c, x);
  }
};

}  // namespace graphs
