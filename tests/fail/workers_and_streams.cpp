// SPDX-License-Identifier: BSL-1.0
// EXPECT: error: static assertion failed( due to requirement '[^']*')?: litho: options.workers shares kernels among threads, options.streams lets branches run side by side: a plan does one of the two
#include <litho.hpp>

struct net : litho::network<net> {
  static constexpr auto graph() { return litho::relu(litho::input<"x", float, 2, 3>()); }
  static constexpr litho::options options = [] {
    litho::options all = litho::O3;
    all.workers = 2;
    all.streams = LITHO_FAIL ? 2 : 1;
    return all;
  }();
};

constexpr int kernels = net::stats().kernels;
