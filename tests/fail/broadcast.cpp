// SPDX-License-Identifier: BSL-1.0
// EXPECT: litho::add: shapes do not broadcast: f32\[2,3\] and f32\[4\]
#include <litho.hpp>

struct net : litho::network<net> {
  static constexpr auto graph() {
    return litho::input<"x", float, 2, 3>() + litho::input<"y", float, LITHO_FAIL ? 4 : 3>();
  }
};

constexpr int kernels = net::stats().kernels;
