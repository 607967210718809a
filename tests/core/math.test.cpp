// SPDX-License-Identifier: BSL-1.0
#include <bit>
#include <cmath>
#include <litho/core/math.hpp>

#include "../catch.hpp"

namespace litho {
namespace {

constexpr double inf = math::infinity;
constexpr double nan = math::not_a_number;

constexpr bool same(double a, double b) {
  return (a != a && b != b) || std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// How many doubles lie between two of the same sign.
std::int64_t ulp(double a, double b) {
  if (same(a, b)) return 0;
  if (!(a * b >= 0)) return std::numeric_limits<std::int64_t>::max();
  return std::abs(std::bit_cast<std::int64_t>(std::fabs(a)) - std::bit_cast<std::int64_t>(std::fabs(b)));
}

/// The constant-evaluation form of a function against the C library's, at 200 points from `low` to `high`.
template <class Ours, class Theirs>
void compare(double low, double high, std::int64_t allowed, Ours ours, Theirs theirs) {
  for (int i = 0; i < 200; ++i) {
    const double x = low + (high - low) * (i + 0.37) / 200;
    CAPTURE(x, ours(x), theirs(x));
    REQUIRE(ulp(ours(x), theirs(x)) <= allowed);
  }
}

TEST_CASE("math: within 4 ULP of the C library") {
  const auto exp = [](double x) { return math::detail::exp(x); };
  const auto std_exp = [](double x) { return std::exp(x); };
  compare(-2, 2, 4, exp, std_exp);
  compare(-745, 709.7, 4, exp, std_exp);
  const auto log = [](double x) { return math::detail::log(x); };
  const auto std_log = [](double x) { return std::log(x); };
  compare(0.5, 2, 4, log, std_log);
  compare(1e-310, 1e-300, 4, log, std_log);
  compare(1, 1e300, 4, log, std_log);
  const auto sqrt = [](double x) { return math::detail::sqrt(x); };
  const auto std_sqrt = [](double x) { return std::sqrt(x); };
  compare(0, 4, 1, sqrt, std_sqrt);
  compare(0, 1e-310, 1, sqrt, std_sqrt);
  compare(1e300, 1e308, 1, sqrt, std_sqrt);
  const auto tanh = [](double x) { return math::detail::tanh(x); };
  const auto std_tanh = [](double x) { return std::tanh(x); };
  compare(-1, 1, 4, tanh, std_tanh);
  compare(-22, 22, 4, tanh, std_tanh);
  const auto erf = [](double x) { return math::detail::erf(x); };
  const auto std_erf = [](double x) { return std::erf(x); };
  compare(-1.5, 1.5, 4, erf, std_erf);
  compare(-7, 7, 4, erf, std_erf);
}

TEST_CASE("math: pow") {
  for (double exponent : {-3.0, -0.5, 0.5, 2.0, 7.0, 10.7, 64.0, 65.0})
    compare(
        0.01, 40, 1000, [=](double x) { return math::detail::pow(x, exponent); },
        [=](double x) { return std::pow(x, exponent); });
  // Every pair of special values, as the C library has it.
  for (double x : {0.0, -0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5, 1e200, 1e-200, inf, -inf, nan})
    for (double y : {0.0, -0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 0.5, -0.5, 1e30, -1e30, 1e308, inf, -inf, nan}) {
      CAPTURE(x, y);
      REQUIRE(ulp(math::detail::pow(x, y), std::pow(x, y)) <= 1000);
    }
}

constexpr bool exact_values() {
  return math::exp(0.0) == 1 && math::log(1.0) == 0 && math::sqrt(9.0) == 3 && math::pow(3.0, 4.0) == 81 &&
         math::rsqrt(4.0) == 0.5 && math::exp(1.0f) == 2.7182817f && math::detail::trunc(-2.7) == -2 &&
         math::detail::trunc(1e300) == 1e300;
}

constexpr bool edge_values() {
  return same(math::exp(-inf), 0.0) && same(math::exp(inf), inf) && same(math::exp(710.0), inf) &&
         same(math::exp(-746.0), 0.0) && same(math::exp(nan), nan) && same(math::log(0.0), -inf) &&
         same(math::log(inf), inf) && same(math::log(-1.0), nan) && same(math::sqrt(-0.0), -0.0) &&
         same(math::sqrt(inf), inf) && same(math::sqrt(-1.0), nan) && same(math::tanh(-0.0), -0.0) &&
         same(math::tanh(inf), 1.0) && same(math::tanh(-inf), -1.0) && same(math::erf(-0.0), -0.0) &&
         same(math::erf(inf), 1.0) && same(math::erf(-inf), -1.0) && same(math::erf(nan), nan) &&
         same(math::pow(1e200, 2.0), inf) && same(math::pow(1e-200, -2.0), inf) && same(math::pow(2.0, 1e308), inf);
}

constexpr bool choices() {
  return same(math::abs(-0.0), 0.0) && math::abs(-2.5f) == 2.5f && same(math::abs(-inf), inf) &&
         math::maximum(1.0, 2.0) == 2 && math::minimum(1.0, 2.0) == 1 && same(math::maximum(nan, 1.0), nan) &&
         same(math::maximum(1.0, nan), nan) && same(math::minimum(nan, 1.0), nan) &&
         same(math::minimum(1.0, nan), nan) && math::select(1 < 2, 3.0, 4.0) == 3 && math::select(2 < 1, 3.0, 4.0) == 4;
}

TEST_CASE("math: values") {
  STATIC_REQUIRE(exact_values());
  REQUIRE(exact_values());
  STATIC_REQUIRE(edge_values());
  REQUIRE(edge_values());
  STATIC_REQUIRE(choices());
  REQUIRE(choices());
}

}  // namespace
}  // namespace litho
