// SPDX-License-Identifier: BSL-1.0
#include <cstdio>
#include <litho.hpp>

struct line : litho::network<line> {
  static constexpr auto graph() {
    constexpr auto x = litho::input<"x", float, 2, 3>();
    return litho::relu(x * litho::param<"a", float, 3>() + litho::param<"b", float, 3>());
  }
};
static_assert(line::stats().kernels == 1, "one loop over six numbers");

static litho::instance<line> net;

int main() {
  const float a[] = {1, -2, 3};
  const float b[] = {0.5F, 1, -1};
  const litho::parameter_view weights[] = {litho::view<3>("a", std::span<const float>(a)),
                                           litho::view<3>("b", std::span<const float>(b))};
  const float x[] = {1, 1, 1, -1, -1, -1};
  float y[6];
  litho::status result = net.load(weights);
  if (result.ok()) result = net.run(x, y);
  if (!result.ok()) {
    std::printf("%s\n", result.text().c_str());
    return 1;
  }
  const float expected[] = {1.5F, 0, 2, 0, 3, 0};
  for (int i = 0; i < 6; ++i)
    if (y[i] != expected[i]) return 2;
  return 0;
}
