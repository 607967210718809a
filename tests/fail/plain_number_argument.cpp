// SPDX-License-Identifier: BSL-1.0
// EXPECT: error: static assertion failed( due to requirement '[^']*')?: litho: a plain number in an expression is a function argument, not part of its type: write litho::scalar<2.0> or 2.0_c
// EXPECT-ONCE: error:
#include <litho.hpp>

struct net : litho::network<net> {
  static constexpr auto graph() {
    using namespace litho::literals;
    constexpr auto x = litho::input<"x", float, 2, 3>();
#if LITHO_FAIL
    return litho::max(0.5, x);
#else
    return litho::max(0.5_c, x);
#endif
  }
};

constexpr int kernels = net::stats().kernels;
