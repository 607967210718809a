// SPDX-License-Identifier: BSL-1.0
// EXPECT: error: static assertion failed( due to requirement '[^']*')?: litho: a buffer of run has the wrong element type
#include <array>
#include <litho.hpp>
#include <vector>

struct net : litho::network<net> {
  static constexpr auto graph() { return litho::relu(litho::input<"x", float, 2, 3>()); }
};

litho::instance<net> net_memory;

litho::status run() {
  std::array<std::conditional_t<LITHO_FAIL, double, float>, 6> x{};
  std::vector<float> y(6);
  return net_memory.run(x, y);
}
