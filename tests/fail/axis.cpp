// SPDX-License-Identifier: BSL-1.0
// EXPECT: litho::softmax: axis 2 is outside of f32\[4,10\] \(rank 2\)
#include <litho.hpp>

struct net : litho::network<net> {
  static constexpr auto graph() {
    return litho::softmax<{.axis = LITHO_FAIL ? 2 : 1}>(litho::input<"x", float, 4, 10>());
  }
};

constexpr int kernels = net::stats().kernels;
