// SPDX-License-Identifier: BSL-1.0
// EXPECT: litho::matmul: inner sizes differ: lhs f32\[2,3\], rhs f32\[4,5\] \(3 vs 4\)
#include <litho.hpp>

struct net : litho::network<net> {
  static constexpr auto graph() {
    constexpr auto x = litho::input<"x", float, 2, 3>();
    return litho::relu(litho::matmul(x, litho::param<"w", float, LITHO_FAIL ? 4 : 3, 5>()));
  }
};

constexpr int kernels = net::stats().kernels;
