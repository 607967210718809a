// SPDX-License-Identifier: BSL-1.0
// EXPECT: error: .*elsewhere
// EXPECT-ONCE: error:
#include <litho.hpp>

#if LITHO_FAIL
int number = elsewhere;
#endif

// A mistake in other code brings none of a network's own with it.
struct net : litho::network<net> {
  static constexpr auto graph() { return litho::relu(litho::input<"x", float, 2, 3>()); }
};

constexpr int kernels = net::stats().kernels;
static litho::instance<net> instance;
bool run(std::span<const float, 6> x, std::span<float, 6> y) { return instance.run(x, y).ok(); }
