// SPDX-License-Identifier: BSL-1.0
// The budget is the user's own, and so is the text; both compilers print the number of kernels.
// EXPECT: error: static assertion failed( due to requirement '[^']*')?: one kernel is all it takes
// EXPECT-GCC: the comparison reduces to .\(1 == 2\)
// EXPECT-CLANG: expression evaluates to '1 == 2'
#include <litho.hpp>

struct net : litho::network<net> {
  static constexpr auto graph() {
    constexpr auto x = litho::input<"x", float, 2, 3>();
    return litho::relu(x * x + x);
  }
};

static_assert(net::stats().kernels == (LITHO_FAIL ? 2 : 1), "one kernel is all it takes");
