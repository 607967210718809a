// SPDX-License-Identifier: BSL-1.0
// EXPECT: error: static assertion failed( due to requirement '[^']*')?: litho::after: inputs, parameters and constants are not computed, so they cannot wait for others
#include <litho.hpp>

struct net : litho::network<net> {
  static constexpr auto graph() {
    constexpr auto x = litho::input<"x", float, 3>();
#if LITHO_FAIL
    return litho::after(x, litho::relu(x)) + x;
#else
    return litho::after(litho::neg(x), litho::relu(x)) + x;
#endif
  }
};

constexpr int kernels = net::stats().kernels;
