// SPDX-License-Identifier: BSL-1.0
// EXPECT: error: static assertion failed( due to requirement '[^']*')?: litho: a plain number in an expression is a function argument, not part of its type: write litho::scalar<2.0> or 2.0_c
// EXPECT-ONCE: error:
#include <litho.hpp>

struct net : litho::network<net> {
  static constexpr auto graph() {
    constexpr auto x = litho::input<"x", float, 2, 3>();
#if LITHO_FAIL
    return litho::max(litho::relu(2.0f * x), litho::scalar<1.0>);
#else
    return litho::max(litho::relu(litho::scalar<2.0> * x), litho::scalar<1.0>);
#endif
  }
};

constexpr int kernels = net::stats().kernels;
