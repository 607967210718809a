// SPDX-License-Identifier: BSL-1.0
// An op and a pass of your own, beside the library's. Both are ordinary types; nothing in the library lists them.
#include <array>
#include <iostream>

#include "my_window.hpp"
#include "square_sums.hpp"

struct energy : litho::network<energy> {
  static constexpr auto graph() {
    using namespace litho::literals;
    constexpr auto sound = litho::input<"sound", float, 64>();
    constexpr auto place = litho::input<"place", float, 64>();
    constexpr auto windowed = my_window(2_c * sound, place) + 0.25_c;  // one kernel with its neighbours
    return litho::reduce_sum(windowed * windowed);
  }
  // The library's passes with one more.
  using graph_passes = litho::pass::list<litho::pass::simplify, litho::pass::fold, litho::pass::cse, litho::pass::dce,
                                         square_sums, litho::pass::patterns, litho::pass::decompose,
                                         litho::pass::binding_times, litho::pass::layouts, litho::pass::fuse>;
};
static_assert(energy::stats().kernels == 1);

static litho::instance<energy> net;

int main() {
  std::array<float, 64> sound{};
  std::array<float, 64> place{};
  for (std::size_t i = 0; i < sound.size(); ++i) {
    sound[i] = 0.5F;
    place[i] = static_cast<float>(i) / 31.5F - 1;
  }
  std::array<float, 1> sum{};
  if (litho::status ran = net.run(sound, place, sum); !ran) {
    std::cerr << ran.text().view() << '\n';
    return 1;
  }
  std::cout << "energy " << sum[0] << '\n';
  litho::dump<energy>([](std::string_view stage, std::string_view text) {
    if (stage == "ir_05_square_sums.txt") std::cout << text;
  });
}
