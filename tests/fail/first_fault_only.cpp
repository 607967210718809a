// SPDX-License-Identifier: BSL-1.0
// EXPECT: litho::matmul: inner sizes differ: lhs f32\[2,3\], rhs f32\[4,5\] \(3 vs 4\)
// EXPECT-ONCE: error: static assertion failed: litho: the reason stands in the template argument of litho::require
// EXPECT-NOT: litho::add:
// EXPECT-NOT: rule_wrote_an_ill_typed_node
// EXPECT-NOT: constant expression
#include <litho.hpp>

struct net : litho::network<net> {
  static constexpr auto graph() {
    // What follows from the fault could not be right: the sum of a [2,5] and a [7] is none, whatever the product is.
    constexpr auto x = litho::input<"x", float, 2, 3>();
    constexpr auto y = litho::matmul(x, litho::param<"w", float, LITHO_FAIL ? 4 : 3, 5>());
    return litho::softmax(y + litho::param<"b", float, LITHO_FAIL ? 7 : 5>());
  }
};

constexpr int kernels = net::stats().kernels;
