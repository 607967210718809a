// SPDX-License-Identifier: BSL-1.0
// EXPECT: error: static assertion failed( due to requirement '[^']*')?: litho: a _c literal is decimal, with at most 15 digits and a power of ten within 22
#include <litho.hpp>

struct net : litho::network<net> {
  static constexpr auto graph() {
    using namespace litho::literals;
    constexpr auto x = litho::input<"x", float, 2, 3>();
#if LITHO_FAIL
    return 0x10_c * x;
#else
    return 16_c * x;
#endif
  }
};

constexpr int kernels = net::stats().kernels;
