// SPDX-License-Identifier: BSL-1.0
// LAYERS equal layers: all share one kernel, so a further one adds a call and some constants.
#include <litho.hpp>

namespace {

template <int Count>
constexpr auto layers(auto x) {
  if constexpr (Count == 0)
    return x;
  else
    return layers<Count - 1>(litho::relu(litho::conv2d<{.pad = 1}>(x, litho::param<"w", float, 32, 32, 3, 3>())));
}

struct network : litho::network<network> {
  static constexpr auto graph() { return layers<LAYERS>(litho::input<"x", float, 1, 32, 16, 16>()); }
};

litho::instance<network> net;

}  // namespace

bool run(std::span<const float> x, std::span<float> y) { return net.run(x, y).ok(); }
