// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <litho.hpp>

#include "catch.hpp"

namespace litho::test {
namespace {

// Sixteen layers become ten nodes each: more than the room that is guessed for so few.
template <int Layers>
consteval auto normalised(auto x) {
  if constexpr (Layers == 0)
    return x;
  else
    return normalised<Layers - 1>(layer_norm(x));
}
struct deep : network<deep> {
  static constexpr auto graph() { return normalised<16>(input<"x", float, 3, 8>()); }
};
struct shallow : network<shallow> {
  static constexpr auto graph() { return normalised<1>(input<"x", float, 3, 8>()); }
};

}  // namespace

TEST_CASE("a plan that the guessed room does not hold is made again") {
  STATIC_REQUIRE(!exec::fits(detail::frozen<deep>::sizes, detail::roomy<deep>::sizes));
  STATIC_REQUIRE(exec::fits(detail::frozen<shallow>::sizes, detail::roomy<shallow>::sizes));
  static instance<deep> sixteen;
  static instance<shallow> one;
  std::array<float, 24> x{};
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i * i % 7);
  std::array<float, 24> once{};
  std::array<float, 24> often{};
  REQUIRE(one.run(x, once));
  REQUIRE(sixteen.run(x, often));
  for (std::size_t i = 0; i < x.size(); ++i) CHECK(std::fabs(once[i] - often[i]) < 1e-3F);  // norms of norms stay
}

}  // namespace litho::test
