// SPDX-License-Identifier: BSL-1.0
// EXPECT: error: static assertion failed( due to requirement '[^']*')?: litho::network: graph\(\) must return an expression, litho::outputs\(...\) or litho::model\(inputs, outputs\)
#include <litho.hpp>

struct net : litho::network<net> {
  static constexpr auto graph() {
#if LITHO_FAIL
    return 3;
#else
    return litho::relu(litho::input<"x", float, 3>());
#endif
  }
};

constexpr int kernels = net::stats().kernels;
