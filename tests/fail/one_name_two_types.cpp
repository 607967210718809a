// SPDX-License-Identifier: BSL-1.0
// EXPECT: litho::param: ."fc.weight." has two types: f32\[8,3\] and f32\[4,8\]
// EXPECT-ONCE: error: static assertion failed: litho: the reason stands in the template argument of litho::require
#include <litho.hpp>

struct net : litho::network<net> {
  static constexpr auto graph() {
    constexpr auto x = litho::input<"x", float, 2, 3>();
    return litho::dense<LITHO_FAIL ? "fc" : "fc2", {.out = 4}>(litho::dense<"fc", {.out = 8}>(x));
  }
};

constexpr int kernels = net::stats().kernels;
