// SPDX-License-Identifier: BSL-1.0
#include <bit>
#include <cmath>
#include <litho/core/trigonometry.hpp>
#include <utility>

#include "../catch.hpp"

namespace litho {
namespace {

constexpr double inf = math::infinity;
constexpr double nan = math::not_a_number;

constexpr bool same(double a, double b) {
  return (a != a && b != b) || std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// The constant-evaluation form of a function against that of long double, at 500 points from `low` to `high` and their negatives:
/// by equal steps, or by equal factors where the range is wide.
template <class Ours, class Exact>
void compare(double low, double high, Ours ours, Exact exact) {
  const bool is_wide = low > 0 && high > 100 * low;
  for (int i = 0; i < 1000; ++i) {
    const double share = (i / 2 + 0.37) / 500;
    const double magnitude =
        is_wide ? low * std::exp(share * (std::log(high) - std::log(low))) : low + (high - low) * share;
    const double x = i % 2 == 0 ? magnitude : -magnitude;
    const double y = ours(x);
    const long double expected = exact(static_cast<long double>(x));
    CAPTURE(x, y, static_cast<double>(expected));
    if (std::isnan(expected)) {
      REQUIRE(std::isnan(y));
      continue;
    }
    const double nearest = std::fabs(static_cast<double>(expected));
    const double step = std::nextafter(nearest, inf) - nearest;
    REQUIRE((y == static_cast<double>(expected) || std::fabs(static_cast<double>(y - expected)) <= 4 * step));
  }
}

TEST_CASE("trigonometry: within 4 ULP of long double") {
  const auto sin = [](long double x) { return std::sin(x); };
  const auto cos = [](long double x) { return std::cos(x); };
  const auto tan = [](long double x) { return std::tan(x); };
  for (const auto& [low, high] : {std::pair{0.0, 0.8}, {0.8, 7.0}, {7.0, 1e5}, {1e5, 1e300}, {1e-300, 1e-3}}) {
    compare(low, high, math::detail::sin, sin);
    compare(low, high, math::detail::cos, cos);
    compare(low, high, math::detail::tan, tan);
  }
  for (const auto& [low, high] : {std::pair{0.0, 0.6}, {0.4, 1.1}, {1e-300, 1e-3}}) {
    compare(low, high, math::detail::asin, [](long double x) { return std::asin(x); });
    compare(low, high, math::detail::acos, [](long double x) { return std::acos(x); });
    compare(low, high, math::detail::atanh, [](long double x) { return std::atanh(x); });
  }
  for (const auto& [low, high] : {std::pair{0.0, 3.0}, {1.0, 1e300}, {1e-300, 1e-3}})
    compare(low, high, math::detail::atan, [](long double x) { return std::atan(x); });
}

TEST_CASE("trigonometry: multiples of a quarter turn are reduced exactly") {
  for (double x : {1.5707963267948966, 3.141592653589793, 4.71238898038469, 6.283185307179586, 355.0, 0x1p1023}) {
    compare(x, x, math::detail::sin, [](long double of) { return std::sin(of); });
    compare(x, x, math::detail::cos, [](long double of) { return std::cos(of); });
    compare(x, x, math::detail::tan, [](long double of) { return std::tan(of); });
  }
  // Of all doubles the nearest to a multiple of pi/2 (Muller, chapter 11). glibc 2.36 is 8 ULP off here.
  REQUIRE(math::detail::cos(0x1.6ac5b262ca1ffp+849) == -4.687165924254627611e-19);
}

TEST_CASE("hyperbolic functions and exponentials: within 4 ULP of long double") {
  for (const auto& [low, high] : {std::pair{0.0, 1.5}, {1.0, 30.0}, {30.0, 710.47}, {1e-300, 1e-3}}) {
    compare(low, high, math::detail::sinh, [](long double x) { return std::sinh(x); });
    compare(low, high, math::detail::cosh, [](long double x) { return std::cosh(x); });
  }
  for (const auto& [low, high] : {std::pair{0.0, 1.5}, {1.0, 700.0}, {1e-300, 1e-3}})
    compare(low, high, math::detail::expm1, [](long double x) { return std::expm1(x); });
  for (const auto& [low, high] : {std::pair{0.0, 3.0}, {1.0, 1e300}, {1e-300, 1e-3}}) {
    compare(low, high, math::detail::asinh, [](long double x) { return std::asinh(x); });
    compare(low, high, math::detail::acosh, [](long double x) { return std::acosh(x); });
    compare(low, high, math::detail::log1p, [](long double x) { return std::log1p(x); });
  }
}

constexpr bool zeros() {
  return same(math::sin(-0.0), -0.0) && same(math::tan(-0.0), -0.0) && same(math::asin(-0.0), -0.0) &&
         same(math::atan(-0.0), -0.0) && same(math::sinh(-0.0), -0.0) && same(math::asinh(-0.0), -0.0) &&
         same(math::atanh(-0.0), -0.0) && same(math::expm1(-0.0), -0.0) && same(math::log1p(-0.0), -0.0) &&
         math::cos(-0.0) == 1 && math::cosh(-0.0) == 1 && same(math::acos(1.0), 0.0) && same(math::acosh(1.0), 0.0);
}

constexpr bool edges() {
  return math::asin(1.0) == 1.5707963267948966 && math::asin(-1.0) == -1.5707963267948966 &&
         math::acos(-1.0) == 3.141592653589793 && math::atan(inf) == 1.5707963267948966 &&
         math::atan(-inf) == -1.5707963267948966 && math::sinh(inf) == inf && math::sinh(-inf) == -inf &&
         math::sinh(711.0) == inf && math::cosh(-inf) == inf && math::cosh(711.0) == inf && math::asinh(-inf) == -inf &&
         math::acosh(inf) == inf && math::atanh(1.0) == inf && math::atanh(-1.0) == -inf && math::expm1(-inf) == -1 &&
         math::expm1(inf) == inf && math::expm1(710.0) == inf && math::log1p(inf) == inf && math::log1p(-1.0) == -inf &&
         math::sin(1.0f) == 0.84147098f;
}

constexpr bool undefined() {
  return same(math::sin(inf), nan) && same(math::cos(-inf), nan) && same(math::tan(inf), nan) &&
         same(math::asin(1.5), nan) && same(math::acos(-1.5), nan) && same(math::acosh(0.5), nan) &&
         same(math::atanh(2.0), nan) && same(math::log1p(-2.0), nan) && same(math::sin(nan), nan) &&
         same(math::cos(nan), nan) && same(math::tan(nan), nan) && same(math::asin(nan), nan) &&
         same(math::acos(nan), nan) && same(math::atan(nan), nan) && same(math::sinh(nan), nan) &&
         same(math::cosh(nan), nan) && same(math::asinh(nan), nan) && same(math::acosh(nan), nan) &&
         same(math::atanh(nan), nan) && same(math::expm1(nan), nan) && same(math::log1p(nan), nan);
}

TEST_CASE("trigonometry: values") {
  STATIC_REQUIRE(zeros());
  REQUIRE(zeros());
  STATIC_REQUIRE(edges());
  REQUIRE(edges());
  STATIC_REQUIRE(undefined());
  REQUIRE(undefined());
}

}  // namespace
}  // namespace litho
