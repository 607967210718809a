// SPDX-License-Identifier: BSL-1.0
// How far elementwise ops of floats are from the exact values: the reference, and what kernels compute with, over all
// exponents and at edges.
#include <algorithm>
#include <cmath>
#include <limits>
#include <litho/eager.hpp>
#include <litho/exec/program.hpp>
#include <litho/npu/elements.hpp>
#include <litho/op/all.hpp>
#include <numbers>
#include <vector>

#include "catch.hpp"

namespace {

using litho::name_t;
using litho::op;
using real = long double;

constexpr double never = std::numeric_limits<double>::infinity();

/// What the definition of an op loses.
enum class lost {
  nothing,
  beside_one,    ///< a sum of about 1 cancels: results below 1 are judged by the steps of 1, zeros without their signs
  below_normal,  ///< factors are no normal numbers: less than 1024 times the least one may be 0, or 1024 steps away
};

/// The most steps that results may be away from the exact ones: of the reference in double, and of lanes.
struct bounds {
  double reference = 0;
  double f32 = 0;
  double f64 = 0;
  lost what = lost::nothing;
};

/// In steps of T at the exact value, which below the normal numbers are those of the subnormal ones. Behind the largest
/// number infinity stands where the next one would.
template <class T>
double steps_between(T given, real exact, lost what) {
  using limits = std::numeric_limits<T>;
  if (std::isnan(given) || std::isnan(exact)) return std::isnan(given) && std::isnan(exact) ? 0 : never;
  if (std::isinf(exact)) return static_cast<real>(given) == exact ? 0 : never;
  if (given == 0 && exact == 0)
    return what == lost::beside_one || std::signbit(given) == std::signbit(exact) ? 0 : never;
  const real end = std::ldexp(real(1), limits::max_exponent);
  const real error = std::fabs(std::clamp(static_cast<real>(given), -end, end) - std::clamp(exact, -end, end));
  const real small = 1024 * static_cast<real>(given == 0 ? limits::min() : limits::denorm_min());
  if (what == lost::below_normal && error < small) return 0;
  const int least = what == lost::beside_one ? 0 : limits::min_exponent - 1;
  const int power = exact == 0 ? least : std::clamp(std::ilogb(exact), least, limits::max_exponent - 1);
  return static_cast<double>(std::ldexp(error, limits::digits - 1 - power));
}

/// Where functions change their method, overflow, or reach a limit.
constexpr double turning_points[] = {
    0.28,     0.3,     0.41,   0.7071, 1.3,    3.92,   3.93,   7.9053, 7.99881, 9.01,    9.02,      9.1,
    18,       20,      22,     27,     28,     36.7,   38,     64,     86.6,    87.3365, 88.02,     88.3763,
    88.5,     88.7228, 88.723, 88.73,  89.4,   89.416, 100,    103.28, 103.97,  104,     127,       128,
    149,      160,     352.5,  354,    700,    707.7,  708.39, 709.09, 709.78,  709.784, 710.476,   711,
    744.44,   745.13,  746,    1000,   1024,   1074,   4096,   32767,  65504,   65535,   8388607.5, 8388608,
    16777215, 0x1p32,  0x1p52, 0x1p53, 0x1p63, 0x1p64, 1e19,   1e30};

/// Both signs of all exponents, of ranges where functions change, and of edges with their neighbours. Their number is a
/// multiple of 16.
template <class T>
std::vector<T> samples() {
  using limits = std::numeric_limits<T>;
  std::vector<T> result;
  const auto add = [&](T x) {
    result.push_back(x);
    result.push_back(-x);
  };
  const auto add_near = [&](T x) {
    const T below = std::nextafter(x, T(0));
    const T above = std::nextafter(x, limits::max());
    for (T each : {std::nextafter(below, T(0)), below, x, above, std::nextafter(above, limits::max())}) add(each);
  };
  for (int power = limits::min_exponent - limits::digits; power < limits::max_exponent; ++power)
    for (double mantissa : {1.0, 1.3203125, 1.96875}) add(std::ldexp(static_cast<T>(mantissa), power));
  for (double most : {1.5, 10.0, 120.0, 760.0})
    for (int i = 0; i < 600; ++i) add(static_cast<T>(most * (i + 0.37) / 600));
  for (int i = 1; i <= 160; ++i) add_near(static_cast<T>(i) / 16);
  for (double point : turning_points) add_near(static_cast<T>(point));
  for (int i = 1; i <= 40; ++i) add_near(static_cast<T>(i * std::numbers::pi / 2));
  for (int i = 3; i < 100; i += 7) add_near(static_cast<T>(std::ldexp(std::numbers::pi, i)));
  for (T edge : {T(0), limits::denorm_min(), limits::min(), limits::max(), limits::infinity(), limits::quiet_NaN()})
    add(edge);
  add(std::nextafter(limits::min(), T(0)));
  add(std::nextafter(limits::max(), T(0)));
  while (result.size() % 16 != 0) result.push_back(T(1));
  return result;
}

/// All pairs of numbers of all sizes and of edges.
template <class T>
void add_pairs(std::vector<T>& left, std::vector<T>& right) {
  using limits = std::numeric_limits<T>;
  std::vector<T> one{T(0),
                     T(0.5),
                     T(1),
                     T(1.5),
                     T(2),
                     T(2.5),
                     T(3),
                     T(7),
                     T(10),
                     T(0.1),
                     T(0.999),
                     T(1.001),
                     T(13.37),
                     T(88.5),
                     T(127),
                     T(128),
                     T(149),
                     T(1e-3),
                     T(1e-6),
                     T(1e6),
                     T(16777215),
                     T(1e9),
                     T(1e-20),
                     T(1e20),
                     limits::min(),
                     limits::max(),
                     T(1) / 3,
                     T(2) / 3,
                     T(1e30),
                     T(1e-30),
                     T(1e-37),
                     limits::epsilon(),
                     T(709.5),
                     limits::denorm_min(),
                     limits::infinity(),
                     limits::quiet_NaN()};
  for (std::size_t i = one.size(); i-- > 0;) one.push_back(-one[i]);
  for (T x : one)
    for (T y : one) {
      left.push_back(x);
      right.push_back(y);
    }
  while (left.size() % 16 != 0) {
    left.push_back(T(1));
    right.push_back(T(1));
  }
}

/// Results for two inputs; ops of one input take the first.
template <name_t Name, auto Attributes, int Width, class T>
std::vector<T> on_lanes(const std::vector<T>& x, const std::vector<T>& y) {
  using value = litho::npu::lanes<T, Width>;
  constexpr int order[] = {0, 1};
  std::vector<T> result(x.size());
  for (std::size_t at = 0; at < x.size(); at += Width) {
    const value inputs[] = {value::load(x.data() + at), value::load(y.data() + at)};
    litho::exec::detail::apply_op<op<Name>, Attributes>(inputs, order).store(result.data() + at);
  }
  return result;
}
template <name_t Name, auto Attributes>
std::vector<double> by_reference(const std::vector<double>& x, const std::vector<double>& y) {
  const auto tensor_of = [](const std::vector<double>& of) {
    litho::tensor result{{.element = litho::dtype::f64, .dims = {static_cast<std::int64_t>(of.size())}}, {}, {}};
    for (double value : of) result.values.push_back(value);
    return result;
  };
  litho::tensor made;
  if constexpr (op<Name>::inputs_max == 1)
    made = litho::eager<Name, Attributes>(tensor_of(x));
  else
    made = litho::eager<Name, Attributes>(tensor_of(x), tensor_of(y));
  return {made.values.begin(), made.values.end()};
}

/// That no result is further away than allowed; the furthest is shown.
template <class T>
void judge(std::string_view name, int width, const std::vector<T>& given, const std::vector<T>& x,
           const std::vector<T>& y, const std::vector<real>& exact, double allowed, lost what) {
  REQUIRE(given.size() == exact.size());
  double most = -1;
  std::size_t worst = 0;
  for (std::size_t i = 0; i < given.size(); ++i)
    if (const double steps = steps_between(given[i], exact[i], what); steps > most) {
      most = steps;
      worst = i;
    }
  CAPTURE(name, sizeof(T), width, x[worst], y[worst], given[worst], static_cast<double>(exact[worst]));
  CHECK(most <= allowed);
}

template <name_t Name, auto Attributes, class T>
void check_type(const auto& exact_of, const bounds& allowed) {
  std::vector<T> x;
  std::vector<T> y;
  if constexpr (op<Name>::inputs_max == 1)
    y = x = samples<T>();
  else
    add_pairs(x, y);
  std::vector<real> exact;
  for (std::size_t i = 0; i < x.size(); ++i)
    exact.push_back(exact_of(static_cast<real>(x[i]), static_cast<real>(y[i])));
  constexpr bool is_float = sizeof(T) == 4;
  const double most = is_float ? allowed.f32 : allowed.f64;
  judge(Name.view(), 16, on_lanes<Name, Attributes, is_float ? 16 : 8>(x, y), x, y, exact, most, allowed.what);
  judge(Name.view(), 4, on_lanes<Name, Attributes, 4>(x, y), x, y, exact, most, allowed.what);
  if constexpr (!is_float)
    judge(Name.view(), 0, by_reference<Name, Attributes>(x, y), x, y, exact, allowed.reference, allowed.what);
}

template <name_t Name, auto Attributes = typename op<Name>::attributes{}>
void check(real (*exact)(real), const bounds& allowed) {
  const auto of_first = [exact](real x, real) { return exact(x); };
  check_type<Name, Attributes, float>(of_first, allowed);
  check_type<Name, Attributes, double>(of_first, allowed);
}
template <name_t Name, auto Attributes = typename op<Name>::attributes{}>
void check(real (*exact)(real, real), const bounds& allowed) {
  check_type<Name, Attributes, float>(exact, allowed);
  check_type<Name, Attributes, double>(exact, allowed);
}

/// NaN stays.
real between(real low, real x, real high) { return x < low ? low : x > high ? high : x; }

// A step of a result that was rounded once is 0.5; the rest is what long double itself is away from the exact value.
constexpr double rounded_once = 0.5005;
constexpr bounds exactly{};
constexpr bounds rounding{rounded_once, rounded_once, rounded_once};

}  // namespace

TEST_CASE("accuracy: ops that IEEE 754 defines") {
  check<"abs">([](real x) { return std::fabs(x); }, exactly);
  check<"neg">([](real x) { return -x; }, exactly);
  check<"floor">([](real x) { return std::floor(x); }, exactly);
  check<"ceil">([](real x) { return std::ceil(x); }, exactly);
  check<"round">([](real x) { return std::nearbyint(x); }, exactly);
  check<"sqrt">([](real x) { return std::sqrt(x); }, rounding);
  check<"reciprocal">([](real x) { return 1 / x; }, rounding);
  check<"square">([](real x) { return x * x; }, rounding);
  check<"add">([](real a, real b) { return a + b; }, rounding);
  check<"sub">([](real a, real b) { return a - b; }, rounding);
  check<"mul">([](real a, real b) { return a * b; }, rounding);
  check<"div">([](real a, real b) { return a / b; }, rounding);
  check<"mod", litho::mod_attributes{.truncated = true}>([](real a, real b) { return std::fmod(a, b); }, exactly);
}

TEST_CASE("accuracy: ops that choose") {
  check<"relu">([](real x) { return x < 0 ? 0 : x; }, exactly);
  check<"relu6">([](real x) { return between(0, x, 6); }, exactly);
  check<"clip", litho::clip_attributes{-1.5, 2}>([](real x) { return between(-1.5, x, 2); }, exactly);
  check<"sign">([](real x) { return x < 0 ? -1 : x > 0 ? 1 : x; }, exactly);
  check<"thresholded_relu">([](real x) { return x > 1 ? x : 0; }, exactly);
  check<"shrink", litho::shrink_attributes{.bias = 0.25, .lambd = 2}>(
      [](real x) { return x < -2  ? x + 0.25L
                          : x > 2 ? x - 0.25L
                                  : 0; }, rounding);
  check<"leaky_relu", litho::leaky_relu_attributes{0.125}>([](real x) { return x < 0 ? x / 8 : x; }, rounding);
  check<"prelu">([](real x, real slope) { return x < 0 ? slope * x : x; }, rounding);
  // Constants are floats, too.
  check<"leaky_relu">([](real x) { return x < 0 ? real(0.01) * x : x; }, {rounded_once, 1, rounded_once});
}

TEST_CASE("accuracy: functions") {
  // The most steps of the reference, of f32 and of f64.
  check<"exp">([](real x) { return std::exp(x); }, {1, 1.2, 1.2});
  check<"log">([](real x) { return std::log(x); }, {1, 1.2, 1.3});
  check<"rsqrt">([](real x) { return 1 / std::sqrt(x); }, {1.5, 1.5, 1.5});
  check<"tanh">([](real x) { return std::tanh(x); }, {2, 4, 2});
  check<"erf">([](real x) { return std::erf(x); }, {1, 5, 1, lost::below_normal});
  check<"sin">([](real x) { return std::sin(x); }, {1, 1, 1});
  check<"cos">([](real x) { return std::cos(x); }, {1, 1, 1});
  check<"tan">([](real x) { return std::tan(x); }, {1, 1.5, 1});
  check<"asin">([](real x) { return std::asin(x); }, {1, 1, 1});
  check<"acos">([](real x) { return std::acos(x); }, {1, 1, 1});
  check<"atan">([](real x) { return std::atan(x); }, {1, 1, 1});
  check<"sinh">([](real x) { return std::sinh(x); }, {2, 2, 2});
  check<"cosh">([](real x) { return std::cosh(x); }, {1.5, 1.5, 1.5});
  check<"asinh">([](real x) { return std::asinh(x); }, {1.5, 1.5, 1.5});
  check<"acosh">([](real x) { return std::acosh(x); }, {1.5, 1.5, 1.5});
  check<"atanh">([](real x) { return std::atanh(x); }, {1.5, 1.5, 1.5});
  check<"pow">([](real a, real b) { return std::pow(a, b); }, {1, 1, 1});
}

TEST_CASE("accuracy: activations") {
  // The most steps of the reference, of f32 and of f64.
  check<"sigmoid">([](real x) { return 1 / (1 + std::exp(-x)); }, {2, 2.5, 2, lost::below_normal});
  check<"silu">([](real x) { return x / (1 + std::exp(-x)); }, {2, 2.5, 2, lost::below_normal});
  check<"swish", litho::swish_attributes{0.5}>([](real x) { return x / (1 + std::exp(-x / 2)); },
                                               {2, 2.5, 2, lost::below_normal});
  check<"gelu">([](real x) { return x / 2 * std::erfc(-x / std::numbers::sqrt2_v<real>); },
                {2, 6, 2, lost::beside_one});
  check<"gelu", litho::gelu_attributes{.tanh_form = true}>(
      [](real x) {
        const real scale = std::sqrt(2 * std::numbers::inv_pi_v<real>);
        return x / (1 + std::exp(-2 * scale * (x + 0.044715L * x * x * x)));
      },
      {2, 6, 2, lost::beside_one});
  check<"mish">([](real x) { return std::isinf(x) && x < 0 ? -real(0) : x * std::tanh(std::log1p(std::exp(x))); },
                {3, 6, 3, lost::below_normal});
  check<"softplus">([](real x) { return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)); },
                    {1.5, 2.5, 2});
  check<"softsign">([](real x) { return x / (1 + std::fabs(x)); }, {1.5, 1.5, 1.5});
  check<"elu">([](real x) { return x < 0 ? std::expm1(x) : x; }, {1, 2.5, 1});
  check<"celu", litho::celu_attributes{0.5}>([](real x) { return x < 0 ? std::expm1(2 * x) / 2 : x; }, {1, 2.5, 1});
  check<"selu">(
      [](real x) {
        constexpr litho::selu_attributes a;
        return real(a.gamma) * (x < 0 ? real(a.alpha) * std::expm1(x) : x);
      },
      {2, 2.5, 2});
  check<"hard_sigmoid">([](real x) { return between(0, real(0.2) * x + real(0.5), 1); },
                        {0.5, 0.5, 0.5, lost::beside_one});
  check<"hardswish">([](real x) { return x * (between(0, x + 3, 6) / 6); }, {1.5, 1.5, 1.5, lost::beside_one});
}
