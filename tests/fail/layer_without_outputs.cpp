// SPDX-License-Identifier: BSL-1.0
// EXPECT: error: static assertion failed( due to requirement '[^']*')?: litho: a layer needs .out, the number of its outputs
#include <litho.hpp>

struct net : litho::network<net> {
  static constexpr auto graph() {
    return litho::dense<"fc", {.out = LITHO_FAIL ? 0 : 4}>(litho::input<"x", float, 2, 3>());
  }
};

constexpr int kernels = net::stats().kernels;
