// SPDX-License-Identifier: BSL-1.0
// EXPECT: error: static assertion failed( due to requirement '[^']*')?: litho::constant: the sizes do not multiply to the number of values
#include <litho.hpp>

constexpr float values[] = {1, 2, 3, 4, 5, 6};

struct net : litho::network<net> {
  static constexpr auto graph() {
    return litho::constant<values, LITHO_FAIL ? 3 : 2, 3>() * litho::input<"x", float, 2, 3>();
  }
};

constexpr int kernels = net::stats().kernels;
