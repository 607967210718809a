// SPDX-License-Identifier: BSL-1.0
// EXPECT: litho::conv2d: channels do not split into 3 groups: input f64\[100000,200000,300000,400000\], weights f64\[500000,200000,3000,4000\]
#include <litho.hpp>

struct net : litho::network<net> {
  static constexpr auto graph() {
    constexpr auto x = litho::input<"x", double, 100000, 200000, 300000, 400000>();
    constexpr auto w = litho::input<"w", double, 500000, 200000, 3000, 4000>();
    return litho::conv2d<{.groups = LITHO_FAIL ? 3 : 1}>(x, w);
  }
};

using graph = decltype(net::graph());
