// SPDX-License-Identifier: BSL-1.0
// EXPECT: litho::conv2d: channels differ: input f32\[1,16,28,28\], weights f32\[32,8,3,3\] \(16 vs 8\)
#include <litho.hpp>

struct net : litho::network<net> {
  static constexpr auto graph() {
    constexpr auto x = litho::input<"x", float, 1, 16, 28, 28>();
    return litho::conv2d<{.pad = 1}>(x, litho::param<"w", float, 32, LITHO_FAIL ? 8 : 16, 3, 3>());
  }
};

constexpr int kernels = net::stats().kernels;
