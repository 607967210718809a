// SPDX-License-Identifier: BSL-1.0
#include <cstdio>
#include <litho/workers.hpp>
#include <vector>

#include "network.hpp"

namespace {

/// Some numbers for each parameter, the same for both networks.
template <class Net>
bool load(litho::instance<Net>& net) {
  std::vector<std::vector<float>> numbers;
  std::vector<litho::parameter_view> views;
  for (const auto& port : Net::parameter_ports()) {
    auto& all = numbers.emplace_back(static_cast<std::size_t>(port.type.elements()));
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<float>((i * 7919 + 5) % 613) / 6130 - 0.05F;
  }
  for (std::size_t i = 0; i < numbers.size(); ++i)
    views.push_back({Net::parameter_ports()[i].name, Net::parameter_ports()[i].type, numbers[i].data()});
  return net.load(views).ok();
}

litho::instance<whole> one;
litho::instance<in_parts> several;

}  // namespace

int main() {
  std::vector<float> x(3 * 64 * 64);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i % 97) / 97;
  std::vector<float> expected(10), alone(10), together(10);
  litho::workers<2> crew;
  if (!load(one) || !load(several)) return 1;
  if (!one.run(x, expected).ok() || !several.run(x, alone).ok() || !several.run_on(crew, x, together).ok()) return 1;
  if (alone == expected && together == expected) return 0;
  std::puts("the parts compute something else");
  return 1;
}
