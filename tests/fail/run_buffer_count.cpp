// SPDX-License-Identifier: BSL-1.0
// EXPECT: error: static assertion failed( due to requirement '[^']*')?: litho: run takes one buffer for each input, then one for each output
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
