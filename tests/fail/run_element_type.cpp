// SPDX-License-Identifier: BSL-1.0
// EXPECT: litho::run: argument 0 is for input x f32\[2,3\]: its elements are f64
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
