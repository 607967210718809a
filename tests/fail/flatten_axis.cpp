// SPDX-License-Identifier: BSL-1.0
// EXPECT: litho::flatten: axis 7 is outside of f32\[2,4,6,6\] \(rank 4\)
#include <litho.hpp>

struct net : litho::network<net> {
  static constexpr auto graph() { return litho::flatten<LITHO_FAIL ? 7 : 1>(litho::input<"x", float, 2, 4, 6, 6>()); }
};

constexpr int kernels = net::stats().kernels;
