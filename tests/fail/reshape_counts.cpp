// SPDX-License-Identifier: BSL-1.0
// EXPECT: litho::reshape: element counts differ: from f32\[2,6\], to f32\[5,3\] \(12 vs 15\)
#include <litho.hpp>

struct net : litho::network<net> {
  static constexpr auto graph() { return litho::reshape<LITHO_FAIL ? 5 : 4, 3>(litho::input<"x", float, 2, 6>()); }
};

constexpr int kernels = net::stats().kernels;
