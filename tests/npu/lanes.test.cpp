// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <litho/npu/lanes.hpp>
#include <vector>

#include "catch.hpp"

using litho::npu::lanes;

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

template <class T, int Width>
std::vector<T> numbers_of(const lanes<T, Width>& from) {
  std::vector<T> result(Width);
  from.store(result.data());
  return result;
}

template <class T>
bool same(T a, T b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

/// All pairs of special values, Width at a time.
template <class T, int Width>
void check_extrema() {
  using value = lanes<T, Width>;
  const std::vector<T> special{T(0), T(-0.0), T(1), T(-2.5), T(infinity), T(-infinity), T(nan), T(3)};
  for (T x : special)
    for (std::size_t i = 0; i < special.size(); ++i) {
      std::vector<T> others(Width);
      for (std::size_t k = 0; k < others.size(); ++k) others[k] = special[(i + k) % special.size()];
      const value y = value::load(others.data());
      const auto least = numbers_of(value(static_cast<double>(x)).at_least(y));
      const auto most = numbers_of(value(static_cast<double>(x)).at_most(y));
      const auto greater = numbers_of(value(static_cast<double>(x)).maximum(y));
      const auto less = numbers_of(value(static_cast<double>(x)).minimum(y));
      for (std::size_t k = 0; k < others.size(); ++k) {
        const T other = others[k];
        const bool unordered = std::isnan(x) || std::isnan(other);
        CHECK(same(least[k], x < other ? other : x));
        CHECK(same(most[k], other < x ? other : x));
        CHECK((unordered ? std::isnan(greater[k]) : greater[k] == std::max(x, other)));
        CHECK((unordered ? std::isnan(less[k]) : less[k] == std::min(x, other)));
      }
    }
}

template <class T, int Width>
void check_parts() {
  using value = lanes<T, Width>;
  for (int number = 0; number <= Width; ++number) {
    std::vector<T> exact(static_cast<std::size_t>(number));  // a read or write past the end is seen by the sanitizer
    for (std::size_t i = 0; i < exact.size(); ++i) exact[i] = T(i + 1);
    const value part = value::load_part(exact.data(), number, T(-7));
    std::fill(exact.begin(), exact.end(), T(0));
    part.store_part(exact.data(), number);
    const auto whole = numbers_of(part);
    T sum = 0;
    for (std::size_t i = 0; i < whole.size(); ++i) {
      const bool given = i < exact.size();
      CHECK(whole[i] == (given ? T(i + 1) : T(-7)));
      if (given) CHECK(exact[i] == T(i + 1));
      sum += whole[i];
    }
    CHECK(part.sum() == sum);
    CHECK(part.folded([](auto a, auto b) { return a + b; }) == sum);
  }
}

template <class T, int Width, int Step>
void check_gather() {
  for (int begin = 0; begin < Width; ++begin)
    for (int end = begin + 1; end <= Width; ++end) {
      std::vector<T> exact(static_cast<std::size_t>((end - begin - 1) * Step + 1));
      for (std::size_t i = 0; i < exact.size(); ++i) exact[i] = T(i + 1);
      const auto all = numbers_of(lanes<T, Width>::gather(exact.data(), Step, begin, end, T(-7)));
      for (int i = 0; i < Width; ++i)
        CHECK(all[static_cast<std::size_t>(i)] == (i >= begin && i < end ? T((i - begin) * Step + 1) : T(-7)));
    }
}

/// A function of lanes against the C library's, on numbers of its domain and special ones.
template <class T, int Width, class Function, class Library>
void check_function(T low, T high, double steps, Function&& function, Library&& library) {
  using value = lanes<T, Width>;
  std::vector<T> x{T(0), T(-0.0), T(infinity), T(-infinity), T(nan)};
  for (int i = 0; i <= 60; ++i) x.push_back(low + (high - low) * T(i) / T(60));
  x.resize((x.size() + Width - 1) / Width * Width, T(1));
  for (std::size_t i = 0; i < x.size(); i += Width) {
    const auto y = numbers_of(function(value::load(x.data() + i)));
    for (std::size_t k = 0; k < y.size(); ++k) {
      const T expected = library(x[i + k]);
      CAPTURE(x[i + k], y[k], expected);
      const T step = std::nextafter(std::fabs(expected), std::numeric_limits<T>::infinity()) - std::fabs(expected);
      CHECK((same(y[k], expected) || std::fabs(y[k] - expected) <= T(steps) * step));
    }
  }
}

template <class T, int Width>
void check_functions() {
  const auto check = [](double low, double high, double steps, auto&& function, auto&& library) {
    check_function<T, Width>(T(low), T(high), steps, function, library);
  };
  check(-7.5, 7.5, 0, [](auto x) { return x.floor(); }, [](T x) { return std::floor(x); });
  check(-7.5, 7.5, 0, [](auto x) { return x.ceil(); }, [](T x) { return std::ceil(x); });
  check(-7.5, 7.5, 0, [](auto x) { return x.round_even(); }, [](T x) { return std::nearbyint(x); });
  check(-0.9, 0.9, 0, [](auto x) { return x.round_even(); }, [](T x) { return std::nearbyint(x); });
  check(-3e9, 3e9, 0, [](auto x) { return x.round_even(); }, [](T x) { return std::nearbyint(x); });
  check(-3, 3, 4, [](auto x) { return x.expm1(); }, [](T x) { return std::expm1(x); });
  check(-0.9, 3, 4, [](auto x) { return x.log1p(); }, [](T x) { return std::log1p(x); });
  check(-9, 9, 0, [](auto x) { return x.sin(); }, [](T x) { return std::sin(x); });
  check(-9, 9, 0, [](auto x) { return x.cos(); }, [](T x) { return std::cos(x); });
  check(-9, 9, 0, [](auto x) { return x.tan(); }, [](T x) { return std::tan(x); });
  check(-1, 1, 0, [](auto x) { return x.asin(); }, [](T x) { return std::asin(x); });
  check(-1, 1, 0, [](auto x) { return x.acos(); }, [](T x) { return std::acos(x); });
  check(-9, 9, 0, [](auto x) { return x.atan(); }, [](T x) { return std::atan(x); });
  check(-9, 9, 0, [](auto x) { return x.sinh(); }, [](T x) { return std::sinh(x); });
  check(-9, 9, 0, [](auto x) { return x.cosh(); }, [](T x) { return std::cosh(x); });
  check(-9, 9, 0, [](auto x) { return x.asinh(); }, [](T x) { return std::asinh(x); });
  check(1, 9, 0, [](auto x) { return x.acosh(); }, [](T x) { return std::acosh(x); });
  check(-1, 1, 0, [](auto x) { return x.atanh(); }, [](T x) { return std::atanh(x); });
  check(-9, 9, 0, [](auto x) { return x.fmod(decltype(x)(2.5)); }, [](T x) { return std::fmod(x, T(2.5)); });
  check(0, 9, 0, [](auto x) { return x.pow(decltype(x)(2.5)); }, [](T x) { return std::pow(x, T(2.5)); });
}

/// The most that exp differs from the C library's of long double, in steps of the result's numbers, from `low` to
/// `high`.
template <class T, int Width>
double exp_error(double low, double high) {
  constexpr int digits = std::numeric_limits<T>::digits;
  constexpr int least = std::numeric_limits<T>::min_exponent - digits;
  constexpr int count = 300000;
  double worst = 0;
  for (int first = 0; first < count; first += Width) {
    T x[Width];
    for (int i = 0; i < Width; ++i) x[i] = static_cast<T>(low + (high - low) * (first + i) / count);
    const auto y = numbers_of(lanes<T, Width>::load(x).exp());
    for (int i = 0; i < Width; ++i) {
      const long double expected = std::exp(static_cast<long double>(x[i]));
      const long double step = std::ldexp(1.0L, std::max(std::ilogb(expected) - digits + 1, least));
      worst = std::max(worst, static_cast<double>(std::fabs(y[static_cast<std::size_t>(i)] - expected) / step));
    }
  }
  return worst;
}

#ifdef EIGEN_VECTORIZE_AVX512
void check_ends_of_exp() {
  const auto special = [](double x) { return lanes<float, 16>(x).exp().lane(5); };
  CHECK(special(0) == 1);
  CHECK(special(89) == std::numeric_limits<float>::infinity());
  CHECK(special(3e38) == std::numeric_limits<float>::infinity());
  CHECK(special(infinity) == std::numeric_limits<float>::infinity());
  CHECK(special(-120) == 0);
  CHECK(special(-infinity) == 0);
  CHECK(std::isnan(special(nan)));
}
#endif

}  // namespace

TEST_CASE("exp is within two steps of a float") {
  CHECK(exp_error<float, 16>(-87, 88) < 2);
  CHECK(exp_error<float, 16>(-0.5, 0.5) < 2);
  CHECK(exp_error<float, 8>(-87, 88) < 2);
  CHECK(exp_error<double, 8>(-700, 700) < 2);
#ifdef EIGEN_VECTORIZE_AVX512
  CHECK(exp_error<float, 16>(-87.3, 88.7) < 1.1);
  CHECK(exp_error<float, 32>(-0.03, 0.03) < 1.1);
  CHECK(exp_error<float, 8>(-87.3, 88.7) < 1.1);
  CHECK(exp_error<float, 4>(-110, 88.7) < 1.1);
  CHECK(exp_error<float, 16>(-110, -87) < 1.1);
  check_ends_of_exp();
#endif
}

TEST_CASE("extrema keep NaN as their descriptions say") {
  check_extrema<float, 16>();
  check_extrema<float, 8>();
  check_extrema<float, 3>();
  check_extrema<double, 8>();
}

TEST_CASE("parts of lanes touch no more memory than theirs") {
  check_parts<float, 16>();
  check_parts<float, 64>();
  check_parts<float, 8>();
  check_parts<float, 4>();
  check_parts<float, 1>();
  check_parts<double, 8>();
}

TEST_CASE("lanes from separate places") {
  check_gather<float, 16, 1>();
  check_gather<float, 16, 2>();
  check_gather<float, 32, 1>();
  check_gather<float, 32, 2>();
  check_gather<float, 16, 3>();
  check_gather<float, 4, 2>();
  check_gather<double, 8, 2>();
}

TEST_CASE("any width has lanes, in the widest packets that divide it") {
  STATIC_REQUIRE(lanes<float, 3>::packet_size == 1);
  STATIC_REQUIRE(lanes<float, 3>::count == 3);
  STATIC_REQUIRE(lanes<float, 64>::packet_size * lanes<float, 64>::count == 64);
#ifdef EIGEN_VECTORIZE_SSE
  STATIC_REQUIRE(lanes<float, 4>::packet_size == 4);
#endif
}

TEST_CASE("functions of lanes are those of the C library") {
  check_functions<float, 16>();
  check_functions<float, 8>();
  check_functions<float, 4>();
  check_functions<float, 3>();
  check_functions<double, 8>();
}
