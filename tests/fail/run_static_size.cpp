// SPDX-License-Identifier: BSL-1.0
// EXPECT: litho::run: argument 0 is for input x f32\[2,3\]: it has [0-9]+ elements, not 6
#include <array>
#include <litho.hpp>
#include <vector>

struct net : litho::network<net> {
  static constexpr auto graph() { return litho::relu(litho::input<"x", float, 2, 3>()); }
};

litho::instance<net> net_memory;

litho::status run() {
  std::array<float, LITHO_FAIL ? 5 : 6> x{};
  std::vector<float> y(6);
  return net_memory.run(x, y);
}
