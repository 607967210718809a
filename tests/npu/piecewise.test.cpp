// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <litho/npu/lanes.hpp>
#include <numbers>
#include <vector>

#include "catch.hpp"

using litho::npu::lanes;

namespace {

[[maybe_unused]] constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
[[maybe_unused]] constexpr float infinity = std::numeric_limits<float>::infinity();

// The functions by the C library's of long double.
long double tanh_of(long double x) { return std::tanh(x); }
long double erf_of(long double x) { return std::erf(x); }
long double gelu_of(long double x) { return x / 2 * std::erfc(-x / std::numbers::sqrt2_v<long double>); }
long double gelu_tanh_of(long double x) {
  const long double scale = std::sqrt(2 * std::numbers::inv_pi_v<long double>);
  return x / (1 + std::exp(-2 * scale * (x + 0.044715L * x * x * x)));
}

/// The greatest error between `low` and `high`, in steps of the exact result's floats, none of which is less than 2^least.
template <int Width, class Function, class Exact>
double error(float low, float high, Function&& function, Exact&& exact, int least = -149) {
  constexpr int count = 1 << 17;
  double worst = 0;
  for (int first = 0; first < count; first += Width) {
    float x[Width], y[Width];
    for (int i = 0; i < Width; ++i) x[i] = low + (high - low) * static_cast<float>(first + i) / count;
    function(lanes<float, Width>::load(x)).store(y);
    for (int i = 0; i < Width; ++i) {
      const long double expected = exact(static_cast<long double>(x[i]));
      const int step = expected == 0 ? least : std::max(std::ilogb(expected) - 23, least);
      worst = std::max(worst, static_cast<double>(std::fabs(y[i] - expected) / std::ldexp(1.0L, step)));
    }
  }
  return worst;
}

constexpr auto tanh_lanes = [](auto x) { return x.tanh(); };
constexpr auto erf_lanes = [](auto x) { return x.erf(); };
constexpr auto gelu_lanes = [](auto x) { return x.gelu(); };
constexpr auto gelu_tanh_lanes = [](auto x) { return x.gelu_tanh(); };

template <int Width>
void check_all(double odd, double gelu) {
  for (float most : {1e-3F, 0.07F, 0.5F, 2.0F, 12.0F}) {
    CAPTURE(Width, most);
    CHECK(error<Width>(-most, most, tanh_lanes, tanh_of) < odd);
    CHECK(error<Width>(-most, most, erf_lanes, erf_of) < odd);
    CHECK(error<Width>(0, most, gelu_lanes, gelu_of) < gelu);
    CHECK(error<Width>(0, most, gelu_tanh_lanes, gelu_tanh_of) < gelu);
    // 1 + erf loses what is small; what is left is measured in steps of numbers from 1 to 2, or of x.
    CHECK(error<Width>(-most, 0, gelu_lanes, gelu_of, -23) < 2 * gelu);
    CHECK(error<Width>(-most, 0, gelu_tanh_lanes, gelu_tanh_of, -23) < 2 * gelu);
  }
}

}  // namespace

#ifdef EIGEN_VECTORIZE_AVX512DQ
namespace {

bool same(float a, float b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

template <class Function>
float at(Function&& function, float x) {
  return function(lanes<float, 16>::broadcast(x)).lane(5);
}

}  // namespace

TEST_CASE("tanh, erf and gelu of AVX-512 are within two steps of a float") {
  check_all<16>(2.2, 2);
  check_all<8>(2.2, 2);
  check_all<4>(2.2, 2);
  check_all<32>(2.2, 2);
}

TEST_CASE("tanh, erf and gelu keep signs of zeros, NaN and ends") {
  for (auto both : {+[](float x) { return at(tanh_lanes, x); }, +[](float x) { return at(erf_lanes, x); }}) {
    CHECK(same(both(0.0F), 0.0F));
    CHECK(same(both(-0.0F), -0.0F));
    CHECK(same(both(not_a_number), not_a_number));
    CHECK(same(both(-not_a_number), not_a_number));
    for (float x : {infinity, 3e38F, 20.0F, 9.02F}) {
      CHECK(same(both(x), 1.0F));
      CHECK(same(both(-x), -1.0F));
    }
  }
  for (auto both : {+[](float x) { return at(gelu_lanes, x); }, +[](float x) { return at(gelu_tanh_lanes, x); }}) {
    CHECK(same(both(0.0F), 0.0F));
    CHECK(same(both(-0.0F), -0.0F));
    CHECK(same(both(not_a_number), not_a_number));
    for (float x : {3e38F, 20.0F}) {
      CHECK(same(both(x), x));
      CHECK(both(-x) == 0);
    }
    CHECK(same(both(infinity), infinity));
    CHECK(same(both(-infinity), not_a_number));
  }
  CHECK(at(tanh_lanes, 1e-30F) == 1e-30F);
  CHECK(std::fabs(at(erf_lanes, 1e-30F) - 1.12837917e-30F) < 2e-37F);
}

namespace {

using coefficients = std::vector<long double>;

/// Those of the polynomial of degree count - 1 that meets f at the Chebyshev nodes between `low` and `high`.
template <class Function>
coefficients meeting(int count, long double low, long double high, Function&& f) {
  std::vector<long double> node(static_cast<std::size_t>(count)), difference(node.size());
  coefficients result(node.size());
  for (std::size_t i = 0; i < node.size(); ++i) {
    const long double angle = std::numbers::pi_v<long double> * static_cast<long double>(2 * i + 1) / (2 * count);
    node[i] = (low + high) / 2 + (high - low) / 2 * std::cos(angle);
    difference[i] = f(node[i]);
  }
  for (std::size_t k = 1; k < node.size(); ++k)  // Newton's divided differences
    for (std::size_t i = node.size() - 1; i >= k; --i)
      difference[i] = (difference[i] - difference[i - 1]) / (node[i] - node[i - k]);
  for (std::size_t k = node.size(); k-- > 0;) {
    for (std::size_t i = node.size() - 1; i > 0; --i) result[i] = result[i - 1] - node[k] * result[i];
    result[0] = difference[k] - node[k] * result[0];
  }
  return result;
}

/// Whether column i of the table is the polynomial of f round `middle`.
template <int Degree, int Rows, int Pieces, class Function>
bool is_polynomial(const float (&table)[Rows][Pieces], int i, long double middle, long double low, long double high,
                   Function&& f) {
  const coefficients all =
      meeting(Degree + 1, low - middle, high - middle, [&](long double t) { return f(middle + t); });
  for (int k = 0; k <= Degree; ++k)
    if (std::fabs(table[k][i] - all[static_cast<std::size_t>(k)]) > 6e-8L * std::fabs(table[k][i])) return false;
  return true;
}
/// The same for an odd function round 0: t (c1 + t q(t)), of which c1 is rounded before q is found.
template <int Rows, int Pieces, class Function>
bool is_odd_polynomial(const float (&table)[Rows][Pieces], int i, long double high, Function&& f) {
  const auto ratio = [&](long double t) { return f(t) / t; };
  const auto first = static_cast<float>(meeting(4, 0, high, ratio)[0]);
  const coefficients rest = meeting(3, 0, high, [&](long double t) { return (ratio(t) - first) / t; });
  bool same = table[0][i] == 0 && table[1][i] == first;
  for (int k = 2; k <= 4; ++k)
    same &= std::fabs(table[k][i] - rest[static_cast<std::size_t>(k - 2)]) <= 6e-8L * std::fabs(table[k][i]);
  return same;
}

}  // namespace

TEST_CASE("the tables of tanh, erf and gelu are what their description says") {
  using namespace litho::npu::detail;
  int pieces = 0;
  for (double low = 0; low < 9.375; ++pieces) {
    int exponent = 0;
    const double mantissa = std::frexp(low + 0.625, &exponent);
    const int i = (static_cast<int>(mantissa * 16) % 8 + 8 * ((exponent - 1 + 127) % 4)) % 32;
    const double high = low + std::ldexp(1.0, exponent - 4);
    const double middle = low == 0 ? 0 : (low + high) / 2;
    CAPTURE(i, low, high);
    CHECK(tanh_pieces[5][i] == static_cast<float>(middle));
    if (low == 0)
      CHECK(is_odd_polynomial(tanh_pieces, i, high, tanh_of));
    else
      CHECK(is_polynomial<4>(tanh_pieces, i, middle, low, high, tanh_of));
    if (high == 9.375) CHECK(tanh_pieces[0][i] == 1);
    low = high;
  }
  CHECK(pieces == 32);
  CHECK(is_odd_polynomial(erf_pieces, 0, 0.0625, erf_of));
  for (int i = 1; i < 32; ++i) {
    CAPTURE(i);
    CHECK(is_polynomial<4>(erf_pieces, i, i / 8.0, (i - 0.5) / 8, (i + 0.5) / 8, erf_of));
  }
  CHECK(erf_pieces[0][31] == 1);
  for (int i = 0; i < 16; ++i) {
    CAPTURE(i);
    const double low = i == 0 ? 0 : (i - 0.5) / 2;
    const double high = (i + 0.5) / 2;
    const auto beyond = [](auto&& f) { return [&f](long double x) { return x == 0 ? 0.5L : 1 - f(x) / x; }; };
    const auto tail = [](long double x) { return std::erfc(x / std::numbers::sqrt2_v<long double>) / 2; };
    if (i < 11) {
      CHECK(is_polynomial<5>(gelu_pieces, i, i / 2.0, low, high, tail));
      CHECK(is_polynomial<5>(gelu_tanh_pieces, i, i / 2.0, low, high, beyond(gelu_tanh_of)));
    } else {
      for (int k = 0; k <= 5; ++k) CHECK((gelu_pieces[k][i] == 0 && gelu_tanh_pieces[k][i] == 0));
    }
  }
}
#else
TEST_CASE("tanh, erf and gelu are within a few steps of a float") {
  check_all<16>(8, 8);
  check_all<1>(8, 8);
}
#endif
