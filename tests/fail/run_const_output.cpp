// SPDX-License-Identifier: BSL-1.0
// EXPECT: litho::run: argument 1 is for output output f32\[2,3\]: it is const
#include <array>
#include <litho.hpp>
#include <vector>

struct net : litho::network<net> {
  static constexpr auto graph() { return litho::relu(litho::input<"x", float, 2, 3>()); }
};

litho::instance<net> net_memory;

litho::status run() {
  const std::array<float, 6> x{};
  std::conditional_t<LITHO_FAIL, const std::array<float, 6>, std::array<float, 6>> y{};
  return net_memory.run(x, y);
}
