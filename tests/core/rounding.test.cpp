// SPDX-License-Identifier: BSL-1.0
#include <bit>
#include <cmath>
#include <litho/core/rounding.hpp>

#include "../catch.hpp"

namespace litho {
namespace {

constexpr double inf = math::infinity;
constexpr double nan = math::not_a_number;

constexpr bool same(double a, double b) {
  return (a != a && b != b) || std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

TEST_CASE("rounding: constant evaluation gives what the C library gives") {
  for (double x : {0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.5, 3.49999, 3.5, 1e15 + 0.5, 0x1p51 + 0.5, 0x1p52 - 0.5,
                   0x1p52 + 1, 0x1p53, 1e300, 5e-324, 0.49999999999999994, inf, nan})
    for (double sign : {1.0, -1.0}) {
      CAPTURE(sign * x);
      CHECK(same(math::detail::floor(sign * x), std::floor(sign * x)));
      CHECK(same(math::detail::ceil(sign * x), std::ceil(sign * x)));
      CHECK(same(math::detail::round_even(sign * x), std::nearbyint(sign * x)));
    }
}

TEST_CASE("rounding: fmod") {
  for (double x : {0.0, -0.0, 1.0, -1.0, 7.5, -7.5, 1e300, -1e300, 5e-324, 1e-310, 3.3, inf, -inf, nan})
    for (double y :
         {0.0, -0.0, 1.0, -1.0, 0.1, 3.3, -3.3, 5e-324, 1e-310, 1e300, 1.7976931348623157e308, inf, -inf, nan}) {
      CAPTURE(x, y);
      CHECK(same(math::detail::fmod(x, y), std::fmod(x, y)));
    }
}

constexpr bool values() {
  return same(math::floor(-0.5), -1.0) && same(math::ceil(-0.5), -0.0) && math::round_even(2.5) == 2 &&
         math::round_even(3.5f) == 4 && same(math::round_even(-0.5), -0.0) && same(math::fmod(-7.5, 2.0), -1.5) &&
         same(math::fmod(7.5, -2.0), 1.5) && same(math::fmod(-4.0, 2.0), -0.0) && same(math::fmod(1.0, inf), 1.0) &&
         same(math::fmod(inf, 1.0), nan) && same(math::fmod(1.0, 0.0), nan) && same(math::floor(nan), nan) &&
         same(math::ceil(-inf), -inf) &&
         math::fmod(wrapping<std::int64_t>(-7), wrapping<std::int64_t>(3)).value == -1 &&
         math::fmod(wrapping<std::int64_t>(-7), wrapping<std::int64_t>(0)).value == 0;
}

TEST_CASE("rounding: values") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho
