// SPDX-License-Identifier: BSL-1.0
// EXPECT: litho::run: takes a buffer for each of 1 inputs, then for each of 1 outputs; the arguments are [0-9]+
#include <array>
#include <litho.hpp>
#include <vector>

struct net : litho::network<net> {
  static constexpr auto graph() { return litho::relu(litho::input<"x", float, 2, 3>()); }
};

litho::instance<net> net_memory;

litho::status run() {
  std::array<float, 6> x{};
  std::array<float, 6> y{};
#if LITHO_FAIL
  return net_memory.run(x);
#else
  return net_memory.run(x, y);
#endif
}
