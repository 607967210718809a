// SPDX-License-Identifier: BSL-1.0
// EXPECT: litho::mul: element types differ: f32\[2\] and f64\[2\]
#include <litho.hpp>

struct net : litho::network<net> {
  static constexpr auto graph() {
    using other = std::conditional_t<LITHO_FAIL, double, float>;
    return litho::input<"x", float, 2>() * litho::input<"y", other, 2>();
  }
};

constexpr int kernels = net::stats().kernels;
