// SPDX-License-Identifier: BSL-1.0
// Edges that many ops share: limits of integers, special values, tensors without elements or axes, axes and steps below
// 0. Expected values are exact integers, or what IEEE 754 says.
#include <cmath>
#include <limits>
#include <litho/op/all.hpp>
#include <utility>

#include "values.hpp"

namespace litho::test::edges_op {
namespace {

using i8 = std::int8_t;
using i16 = std::int16_t;
using i32 = std::int32_t;
using i64 = std::int64_t;
using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

template <class T>
constexpr T low = std::numeric_limits<T>::min();
template <class T>
constexpr T high = std::numeric_limits<T>::max();
template <class T>
constexpr bool is_signed = std::is_signed_v<T>;

/// An op with attributes that need not be constants.
template <name_t Name, class... Tensors>
constexpr tensor with(const attributes_of<Name>& attributes, const Tensors&... x) {
  return litho::detail::evaluated<Name>(packed(attributes).view(), x...);
}

/// One whole number, or two, through an op.
template <name_t Name, attributes_of<Name> Attributes = {}, element T>
constexpr T of(T a) {
  return static_cast<T>(eager<Name, Attributes>(typed<T>({}, {a})).values[0].whole());
}
template <name_t Name, attributes_of<Name> Attributes = {}, element T>
constexpr T of(T a, T b) {
  return static_cast<T>(eager<Name, Attributes>(typed<T>({}, {a}), typed<T>({}, {b})).values[0].whole());
}

// Limits of integers: all is modulo 2^bits, and x / 0 is 0.

template <element T>
constexpr bool sums_and_products() {
  constexpr T minus_one = T(-1);
  return of<"add">(high<T>, T(1)) == low<T> && of<"add">(high<T>, high<T>) == T(-2) &&
         of<"sub">(low<T>, T(1)) == high<T> && of<"sub">(low<T>, high<T>) == T(1) &&
         of<"mul">(high<T>, T(2)) == T(-2) && of<"mul">(high<T>, high<T>) == T(1) &&
         of<"mul">(low<T>, low<T>) == T(0) && of<"mul">(low<T>, minus_one) == low<T> && of<"square">(high<T>) == T(1) &&
         of<"neg">(low<T>) == low<T> && of<"neg">(high<T>) == T(low<T> + 1) && of<"neg">(T(1)) == minus_one &&
         of<"abs">(low<T>) == low<T> && of<"abs">(high<T>) == high<T> &&
         of<"abs">(minus_one) == (is_signed<T> ? T(1) : high<T>);
}

template <element T>
constexpr bool quotients() {
  constexpr T minus_seven = T(-7);
  return of<"div">(low<T>, T(-1)) == low<T> && of<"div">(high<T>, T(0)) == T(0) && of<"div">(low<T>, T(0)) == T(0) &&
         of<"div">(high<T>, low<T>) == T(0) && of<"div">(low<T>, T(2)) == T(low<T> / 2) &&
         of<"div">(minus_seven, T(2)) == (is_signed<T> ? T(-3) : T(high<T> / 2 - 3)) &&
         of<"mod">(low<T>, T(-1)) == T(0) && of<"mod">(high<T>, T(0)) == T(0) &&
         of<"mod", {.truncated = true}>(low<T>, T(-1)) == T(0) &&
         of<"mod", {.truncated = true}>(low<T>, T(0)) == T(0) &&
         of<"mod">(low<T>, high<T>) == (is_signed<T> ? T(high<T> - 1) : T(0)) &&
         of<"mod", {.truncated = true}>(low<T>, high<T>) == (is_signed<T> ? T(-1) : T(0)) &&
         of<"mod">(high<T>, low<T>) == (is_signed<T> ? T(-1) : T(0)) &&
         of<"mod", {.truncated = true}>(high<T>, low<T>) == (is_signed<T> ? high<T> : T(0)) &&
         (!is_signed<T> || (of<"mod">(minus_seven, T(3)) == T(2) && of<"mod">(T(7), T(-3)) == T(-2) &&
                            of<"mod", {.truncated = true}>(minus_seven, T(3)) == T(-1) &&
                            of<"mod", {.truncated = true}>(T(7), T(-3)) == T(1)));
}

template <element T>
constexpr bool choices() {
  return of<"relu">(low<T>) == T(0) && of<"relu">(high<T>) == high<T> && of<"max">(low<T>, high<T>) == high<T> &&
         of<"min">(low<T>, high<T>) == low<T> && of<"sign">(low<T>) == (is_signed<T> ? T(-1) : T(0)) &&
         of<"sign">(high<T>) == T(1) && of<"clip">(low<T>) == low<T> && of<"clip">(high<T>) == high<T> &&
         of<"clip", {-1, 1}>(low<T>) == (is_signed<T> ? T(-1) : T(0)) && of<"clip", {-1, 1}>(high<T>) == T(1) &&
         of<"prelu">(low<T>, T(-1)) == low<T> && of<"prelu">(high<T>, T(5)) == high<T> &&
         of<"equal">(low<T>, high<T>) == T(0) && of<"less">(low<T>, high<T>) == T(1) &&
         of<"less">(high<T>, low<T>) == T(0) && of<"greater">(high<T>, low<T>) == T(1) &&
         of<"less_or_equal">(high<T>, high<T>) == T(1) && of<"greater_or_equal">(low<T>, high<T>) == T(0) &&
         same(eager<"where">(typed<bool>({2}, {true, false}), typed<T>({}, {low<T>}), typed<T>({}, {high<T>})),
              typed<T>({2}, {low<T>, high<T>}));
}

template <element T>
constexpr bool bits() {
  if (of<"bit_not">(low<T>) != high<T> || of<"bit_and">(low<T>, high<T>) != T(0) ||
      of<"bit_or">(low<T>, high<T>) != T(-1) || of<"bit_xor">(high<T>, low<T>) != T(-1) ||
      of<"bit_xor">(high<T>, high<T>) != T(0))
    return false;
  if constexpr (!is_signed<T>) {
    constexpr T all = std::numeric_limits<T>::digits;
    return of<"bit_shift">(high<T>, T(1)) == T(high<T> - 1) &&
           of<"bit_shift">(high<T>, T(all - 1)) == T(high<T> / 2 + 1) && of<"bit_shift">(high<T>, all) == T(0) &&
           of<"bit_shift">(high<T>, high<T>) == T(0) && of<"bit_shift", {.right = true}>(high<T>, T(all - 1)) == T(1) &&
           of<"bit_shift", {.right = true}>(high<T>, all) == T(0) &&
           of<"bit_shift", {.right = true}>(high<T>, high<T>) == T(0);
  }
  return true;
}

/// Sums are kept in 64 bits: a mean of smaller numbers is the exact one.
template <element T>
constexpr bool reductions() {
  constexpr bool wraps = sizeof(T) == 8;
  const auto fold = [](auto reduce, std::initializer_list<T> values, T expected) {
    return same(reduce(typed<T>({static_cast<i64>(values.size())}, values)), typed<T>({1}, {expected}));
  };
  const auto sum = [](const tensor& x) { return eager<"reduce_sum", {.axes = 0}>(x); };
  const auto product = [](const tensor& x) { return eager<"reduce_prod", {.axes = 0}>(x); };
  const auto mean = [](const tensor& x) { return eager<"reduce_mean", {.axes = 0}>(x); };
  const auto most = [](const tensor& x) { return eager<"reduce_max", {.axes = 0}>(x); };
  const auto least = [](const tensor& x) { return eager<"reduce_min", {.axes = 0}>(x); };
  return fold(sum, {high<T>, 1, 0}, low<T>) && fold(product, {high<T>, 2}, T(-2)) &&
         fold(mean, {high<T>, high<T>},
              !wraps         ? high<T>
              : is_signed<T> ? T(-1)
                             : T(high<T> / 2)) &&
         fold(mean, {low<T>, low<T>}, wraps ? T(0) : low<T>) && fold(most, {low<T>, high<T>, 1}, high<T>) &&
         fold(most, {low<T>}, low<T>) && fold(least, {1, low<T>, high<T>}, low<T>) && fold(least, {high<T>}, high<T>);
}

template <element T>
constexpr bool walks() {
  const tensor ends = typed<T>({3}, {low<T>, high<T>, high<T>});
  const tensor starts = typed<T>({3}, {high<T>, low<T>, low<T>});
  return same(eager<"cumsum">(typed<T>({3}, {high<T>, 1, high<T>})), typed<T>({3}, {high<T>, low<T>, T(-1)})) &&
         same(eager<"cumprod">(typed<T>({3}, {high<T>, 2, 2})), typed<T>({3}, {high<T>, T(-2), T(-4)})) &&
         same(eager<"arg_max">(ends), typed<i64>({1}, {1})) &&
         same(eager<"arg_max", {.select_last = true}>(ends), typed<i64>({1}, {2})) &&
         same(eager<"arg_min">(starts), typed<i64>({1}, {1})) &&
         same(eager<"top_k", {.k = 2}>(ends), typed<T>({2}, {high<T>, high<T>})) &&
         same(eager<"top_k_indices", {.k = 3, .largest = false}>(ends), typed<i64>({3}, {0, 1, 2})) &&
         same(eager<"max_pool", {.kernel = 2}>(typed<T>({1, 1, 3}, {low<T>, low<T>, high<T>})),
              typed<T>({1, 1, 2}, {low<T>, high<T>})) &&
         same(eager<"max_pool_indices", {.kernel = 2}>(typed<T>({1, 1, 3}, {low<T>, low<T>, high<T>})),
              typed<i64>({1, 1, 2}, {0, 2}));
}

template <element T>
constexpr bool movements() {
  const tensor x = typed<T>({2}, {low<T>, high<T>});
  const tensor both = typed<i64>({2}, {0, 0});
  const auto scatter = [&](i64 reduction, T first, T second) {
    return with<"scatter_elements">({.reduction = reduction}, x, both, typed<T>({2}, {first, second}))
        .values[0]
        .whole();
  };
  return same(eager<"gather">(x, typed<i64>({3}, {low<i64>, -1, high<i64>})),
              typed<T>({3}, {low<T>, high<T>, high<T>})) &&
         same(eager<"gather_elements">(x, typed<i64>({2}, {high<i64>, low<i64>})), typed<T>({2}, {high<T>, low<T>})) &&
         same(eager<"scatter_elements">(x, typed<i64>({2}, {low<i64>, high<i64>}), typed<T>({2}, {1, 1})), x) &&
         T(scatter(scatter_add, high<T>, 1)) == T(low<T> + high<T> + 1) &&
         T(scatter(scatter_mul, high<T>, T(-1))) == low<T> && T(scatter(scatter_max, 0, high<T>)) == high<T> &&
         T(scatter(scatter_min, high<T>, 1)) == low<T> &&
         same(eager<"pad", {.before = 1, .after = 0, .value = 1}>(x), typed<T>({3}, {1, low<T>, high<T>})) &&
         same(eager<"slice", {.begin = -1, .end = low<i64>, .step = -1}>(x), typed<T>({2}, {high<T>, low<T>}));
}

template <element T>
constexpr bool limits_of() {
  return sums_and_products<T>() && quotients<T>() && choices<T>() && bits<T>() && reductions<T>() && walks<T>() &&
         movements<T>();
}

TEST_CASE("edges: limits of signed integers") {
  STATIC_REQUIRE(limits_of<i8>());
  REQUIRE(limits_of<i8>());
  REQUIRE(limits_of<i16>());
  REQUIRE(limits_of<i32>());
  STATIC_REQUIRE(limits_of<i64>());
  REQUIRE(limits_of<i64>());
}
TEST_CASE("edges: limits of unsigned integers") {
  STATIC_REQUIRE(limits_of<u8>());
  REQUIRE(limits_of<u8>());
  REQUIRE(limits_of<u16>());
  REQUIRE(limits_of<u32>());
  STATIC_REQUIRE(limits_of<u64>());
  REQUIRE(limits_of<u64>());
}

// Casts: integers modulo 2^bits, floats to the nearest.

template <element T>
constexpr cast_attributes to{static_cast<i64>(dtype_of<T>::value)};

/// What a 16-bit float makes of the largest and the least number of an integer type with so many digits.
constexpr double as_half(int digits, bool least) {
  if (digits > 15) return least ? -inf : inf;  // 65504 is the largest, and from 65520 on infinity is nearer
  const auto power = static_cast<double>(1 << digits);
  return least ? -power : digits <= 11 ? power - 1 : power;
}
constexpr double as_bfloat16(int digits, bool least) {
  double power = 1;
  for (int i = 0; i < digits; ++i) power *= 2;
  return least ? -power : digits <= 8 ? power - 1 : power;
}

/// A limit of one type as an element of another.
template <element From, element To>
constexpr number limit(bool least) {
  const From value = least ? low<From> : high<From>;
  if constexpr (std::is_same_v<To, half> || std::is_same_v<To, bfloat16>) {
    constexpr auto as_short = std::is_same_v<To, half> ? as_half : as_bfloat16;
    return value == 0 ? 0.0 : as_short(std::numeric_limits<From>::digits, least);
  } else if constexpr (std::is_same_v<To, bool>) {
    return value != 0;
  } else {
    return static_cast<To>(value);
  }
}
template <element From, element To>
constexpr bool casts() {
  const tensor y = eager<"cast", to<To>>(typed<From>({3}, {low<From>, high<From>, From(1)}));
  return y.type == typed<To>({3}) && y.values[0] == limit<From, To>(true) && y.values[1] == limit<From, To>(false) &&
         y.values[2] == 1 && y.values[0].is_whole() == !is_float(dtype_of<To>::value);
}
template <element From, element... To>
constexpr bool casts_to() {
  return (casts<From, To>() && ...);
}
template <element From>
constexpr bool casts_to_all() {
  return casts_to<From, i8, i16, i32, i64, u8, u16, u32, u64, bool, float, double, half, bfloat16>();
}

/// Whole numbers that floats are taken for before they are taken modulo 2^bits.
template <element To>
constexpr bool cuts() {
  const tensor x = f64(
      {16}, {0.9, -0.9, 127.9, 128, -129, 255.5, 65536.5, 1e10, -1e10, 0x1p63, -0x1p63, -0x1p64, inf, -inf, nan, -0.0});
  const tensor y = eager<"cast", to<To>>(x);
  constexpr i64 whole[] = {0,         0,        127,      128,       -129,     255, 65536, 10000000000, -10000000000,
                           high<i64>, low<i64>, low<i64>, high<i64>, low<i64>, 0,   0};
  for (std::size_t i = 0; i < 16; ++i)
    if (!y.values[i].is_whole() || y.values[i].whole() != static_cast<i64>(static_cast<To>(whole[i]))) return false;
  return true;
}

/// Ties to even, gradual underflow, overflow from halfway behind the largest number on.
template <element To>
constexpr bool rounds(std::initializer_list<std::pair<double, double>> cases) {
  for (const auto& [from, rounded] : cases)
    for (double sign : {1.0, -1.0})
      if (!same(eager<"cast", to<To>>(f64({}, {sign * from})).values[0], sign * rounded)) return false;
  return true;
}
constexpr bool rounds_to_floats() {
  return rounds<float>({{0x1.fffffep127, 0x1.fffffep127},
                        {0x1.fffffefffffffp127, 0x1.fffffep127},
                        {0x1.ffffffp127, inf},
                        {inf, inf},
                        {16777217, 16777216},
                        {16777219, 16777220},
                        {0x1p-149, 0x1p-149},
                        {0x1.8p-149, 0x1p-148},
                        {0x1p-150, 0},
                        {0x1.0000000000001p-150, 0x1p-149},
                        {0x1.fffffffffffffp-127, 0x1p-126},
                        {5e-324, 0},
                        {0, 0}}) &&
         rounds<half>({{65504, 65504},
                       {65519.999, 65504},
                       {65520, inf},
                       {1e300, inf},
                       {inf, inf},
                       {2049, 2048},
                       {2051, 2052},
                       {0x1.002p0, 1},
                       {0x1.0020000000001p0, 0x1.004p0},
                       {0x1p-24, 0x1p-24},
                       {0x1p-25, 0},
                       {0x1.0000000000001p-25, 0x1p-24},
                       {0x1.8p-24, 0x1p-23},
                       {0x1.ffep-15, 0x1p-14},
                       {5e-324, 0},
                       {0, 0}}) &&
         rounds<bfloat16>({{0x1.fep127, 0x1.fep127},
                           {0x1.fefffffffffffp127, 0x1.fep127},
                           {0x1.ffp127, inf},
                           {1e300, inf},
                           {257, 256},
                           {259, 260},
                           {0x1.01p0, 1},
                           {0x1.0100000000001p0, 0x1.02p0},
                           {0x1p-133, 0x1p-133},
                           {0x1p-134, 0},
                           {0x1.0000000000001p-134, 0x1p-133},
                           {5e-324, 0},
                           {0, 0}});
}

constexpr bool quantises() {
  const tensor one = f32({}, {1});
  constexpr float far = std::numeric_limits<float>::infinity();
  const tensor x = f32({8}, {3e38F, -3e38F, far, -far, 0.5F, 1.5F, -0.5F, 0x1p-149F});
  return same(eager<"quantize_linear">(x, one, typed<u8>({}, {0})), typed<u8>({8}, {255, 0, 255, 0, 0, 2, 0, 0})) &&
         same(eager<"quantize_linear", {.element = 3}>(x, one, typed<i8>({}, {127})),
              typed<i8>({8}, {127, -128, 127, -128, 127, 127, 127, 127})) &&
         same(
             eager<"quantize_linear", {.element = 5}>(x, one, typed<i16>({}, {low<i16>})),
             typed<i16>({8}, {high<i16>, low<i16>, high<i16>, low<i16>, low<i16>, low<i16> + 2, low<i16>, low<i16>})) &&
         same(eager<"dequantize_linear">(typed<u8>({2}, {0, 255}), f32({}, {0.5F}), typed<u8>({}, {255})),
              f32({2}, {-127.5F, 0})) &&
         same(eager<"dequantize_linear">(typed<i32>({2}, {low<i32>, 0}), f64({}, {1}), typed<i32>({}, {high<i32>})),
              f64({2}, {-4294967295.0, -2147483647.0})) &&
         same(eager<"dequantize_linear">(typed<u64>({1}, {high<u64>}), f64({}, {1}), typed<u64>({}, {0})),
              f64({1}, {0x1p64}));
}

constexpr bool keeps_bits() {
  return same(eager<"bit_cast", {.element = 6}>(f32({3}, {0x1p-149F, -0.0F, 0x1.fffffep127F})),
              typed<i32>({3}, {1, low<i32>, 0x7f7fffff})) &&
         same(eager<"bit_cast", {.element = 13}>(f64({2}, {-0.0, -inf})),
              typed<u64>({2}, {u64{1} << 63, 0xfff0000000000000})) &&
         same(eager<"bit_cast", {.element = 11}>(typed<i64>({3}, {low<i64>, 1, 0x7ff0000000000000})),
              f64({3}, {-0.0, 5e-324, inf})) &&
         same(eager<"bit_cast", {.element = 10}>(typed<u16>({2}, {0x8001, 0xfc00})),
              typed<half>({2}, {half{0x8001}, half{0xfc00}})) &&
         same(eager<"bit_cast", {.element = 3}>(typed<u8>({2}, {128, 255})), typed<i8>({2}, {-128, -1}));
}

TEST_CASE("edges: casts of the limits of integers") {
  STATIC_REQUIRE(casts_to_all<i8>());
  STATIC_REQUIRE(casts_to_all<u64>());
  REQUIRE(casts_to_all<i8>());
  REQUIRE(casts_to_all<i16>());
  REQUIRE(casts_to_all<i32>());
  REQUIRE(casts_to_all<i64>());
  REQUIRE(casts_to_all<u8>());
  REQUIRE(casts_to_all<u16>());
  REQUIRE(casts_to_all<u32>());
  REQUIRE(casts_to_all<u64>());
}
TEST_CASE("edges: casts of floats") {
  STATIC_REQUIRE(cuts<i8>());
  STATIC_REQUIRE(cuts<u64>());
  REQUIRE((cuts<i8>() && cuts<i16>() && cuts<i32>() && cuts<i64>()));
  REQUIRE((cuts<u8>() && cuts<u16>() && cuts<u32>() && cuts<u64>()));
  STATIC_REQUIRE(rounds_to_floats());
  REQUIRE(rounds_to_floats());
  STATIC_REQUIRE(quantises());
  REQUIRE(quantises());
  REQUIRE(same(eager<"quantize_linear">(f64({1}, {nan}), f64({}, {1}), typed<u8>({}, {0})), typed<u8>({1}, {0})));
  STATIC_REQUIRE(keeps_bits());
  REQUIRE(keeps_bits());
}

// Special values, as IEEE 754 has them.

constexpr double tiny = 5e-324;
constexpr double specials[] = {nan, -inf, -1.5, -tiny, -0.0, 0.0, tiny, 1.5, inf};
constexpr tensor all_specials(shape dims = {9}) { return make_tensor<double>(dims, std::span<const double>(specials)); }

/// Of all pairs of special values: what `expected` says of them as doubles.
template <name_t Name, auto Attributes = attributes_of<Name>{}, class Expected, class Equal>
constexpr bool pairs(Expected expected, Equal equal_values) {
  const tensor given = eager<Name, Attributes>(all_specials({9, 1}), all_specials());
  std::size_t at = 0;
  for (double a : specials)
    for (double b : specials)
      if (!equal_values(double(given.values[at++]), double(expected(a, b)))) return false;
  return at == given.values.size();
}
constexpr bool same_but_for_zeros(double a, double b) { return a == b || (a != a && b != b); }
constexpr bool same_double(double a, double b) { return same(a, b); }

constexpr bool compares() {
  return pairs<"equal">([](double a, double b) { return a == b; }, same_double) &&
         pairs<"less">([](double a, double b) { return a < b; }, same_double) &&
         pairs<"greater">([](double a, double b) { return a > b; }, same_double) &&
         pairs<"less_or_equal">([](double a, double b) { return a <= b; }, same_double) &&
         pairs<"greater_or_equal">([](double a, double b) { return a >= b; }, same_double) &&
         pairs<"max">([](double a, double b) { return a != a || b != b ? nan
                                                      : a < b          ? b
                                                                       : a; }, same_but_for_zeros) &&
         pairs<"min">([](double a, double b) { return a != a || b != b ? nan
                                                      : b < a          ? b
                                                                       : a; }, same_but_for_zeros);
}

/// Compilers refuse NaN in arithmetic, and overflow, in constant evaluation: at run time only.
bool calculates() {
  return pairs<"add">([](double a, double b) { return a + b; }, same_double) &&
         pairs<"sub">([](double a, double b) { return a - b; }, same_double) &&
         pairs<"mul">([](double a, double b) { return a * b; }, same_double) &&
         pairs<"div">([](double a, double b) { return a / b; }, same_double) &&
         pairs<"mod", mod_attributes{.truncated = true}>([](double a, double b) { return std::fmod(a, b); },
                                                         same_double) &&
         pairs<"prelu">([](double a, double b) { return a < 0 ? b * a : a; }, same_double) &&
         pairs<"pow">([](double a, double b) { return std::pow(a, b); }, same_double);
}

/// One special value after the other through an op.
template <name_t Name, auto Attributes = attributes_of<Name>{}>
constexpr bool maps(std::initializer_list<double> expected) {
  const tensor given = eager<Name, Attributes>(all_specials());
  for (std::size_t i = 0; i < given.values.size(); ++i)
    if (!same(given.values[i], expected.begin()[i])) return false;
  return given.ok() && given.values.size() == expected.size();
}
constexpr bool chooses() {
  return maps<"abs">({nan, inf, 1.5, tiny, 0.0, 0.0, tiny, 1.5, inf}) &&
         maps<"neg">({nan, inf, 1.5, tiny, 0.0, -0.0, -tiny, -1.5, -inf}) &&
         maps<"sign">({nan, -1, -1, -1, -0.0, 0.0, 1, 1, 1}) &&
         maps<"relu">({nan, 0, 0, 0, -0.0, 0.0, tiny, 1.5, inf}) &&
         maps<"relu6">({nan, 0, 0, 0, -0.0, 0.0, tiny, 1.5, 6}) &&
         maps<"clip">({nan, -inf, -1.5, -tiny, -0.0, 0.0, tiny, 1.5, inf}) &&
         maps<"clip", clip_attributes{-1, 1}>({nan, -1, -1, -tiny, -0.0, 0.0, tiny, 1, 1}) &&
         maps<"clip", clip_attributes{1, -1}>({nan, -1, -1, -1, -1, -1, -1, -1, -1}) &&
         maps<"floor">({nan, -inf, -2, -1, -0.0, 0.0, 0.0, 1, inf}) &&
         maps<"ceil">({nan, -inf, -1, -0.0, -0.0, 0.0, 1, 2, inf}) &&
         maps<"round">({nan, -inf, -2, -0.0, -0.0, 0.0, 0.0, 2, inf}) &&
         maps<"thresholded_relu">({0, 0, 0, 0, 0, 0, 0, 1.5, inf}) && maps<"is_nan">({1, 0, 0, 0, 0, 0, 0, 0, 0}) &&
         maps<"is_inf">({0, 1, 0, 0, 0, 0, 0, 0, 1}) &&
         maps<"is_inf", is_inf_attributes{.positive = false}>({0, 1, 0, 0, 0, 0, 0, 0, 0}) &&
         same(eager<"where">(typed<bool>({2, 1}, {true, false}), all_specials(), f64({}, {nan})),
              eager<"concat">(all_specials({1, 9}), eager<"expand", {.dims = {1, 9}}>(f64({1, 1}, {nan}))));
}
bool scales() {
  return maps<"leaky_relu", leaky_relu_attributes{0.5}>({nan, -inf, -0.75, -0.0, -0.0, 0.0, tiny, 1.5, inf}) &&
         maps<"shrink">({0, -inf, -1.5, 0, 0, 0, 0, 1.5, inf}) &&
         maps<"reciprocal">({nan, -0.0, 1 / -1.5, -inf, -inf, inf, inf, 1 / 1.5, 0.0}) &&
         maps<"square">({nan, inf, 2.25, 0, 0, 0, 0, 2.25, inf}) &&
         maps<"sqrt">({nan, nan, nan, nan, -0.0, 0.0, 0x1p-537, std::sqrt(1.5), inf});
}

/// Results are rounded once, also below the normal numbers; those behind the largest are infinite from halfway on.
constexpr bool rounds_once() {
  const auto halves = [](std::uint16_t a, std::uint16_t b) {
    return eager<"add">(typed<half>({}, {half{a}}), typed<half>({}, {half{b}}));
  };
  const auto bfloats = [](std::uint16_t a, std::uint16_t b) {
    return eager<"add">(typed<bfloat16>({}, {bfloat16{a}}), typed<bfloat16>({}, {bfloat16{b}}));
  };
  constexpr float largest = std::numeric_limits<float>::max();
  return same(at<"add">(tiny, tiny), 2 * tiny) && same(at<"sub">(tiny, tiny), 0.0) &&
         same(at<"mul">(0x1p-537, -0x1p-537), -tiny) && same(at<"mul">(0x1p-537, -0x1p-538), -0.0) &&
         same(at<"div">(0x1p-1022, 2.0), 0x1p-1023) && same(at<"div">(-tiny, 2.0), -0.0) &&
         same(at<"div">(3 * tiny, 2.0), 2 * tiny) &&
         same(eager<"mul">(f32({2}, {0x1p-75F, 0x1.8p-75F}), f32({}, {-0x1p-75F})), f32({2}, {-0.0F, -0x1p-149F})) &&
         same(eager<"add">(f32({2}, {0x1p102F, 0x1p103F}), f32({}, {largest})),
              f32({2}, {largest, std::numeric_limits<float>::infinity()})) &&
         same(halves(0x7bff, 0x4b80), typed<half>({}, {half{0x7bff}})) &&           // 65504 + 15
         same(halves(0x7bff, 0x4c00), typed<half>({}, {half{0x7c00}})) &&           // 65504 + 16
         same(bfloats(0x4380, 0x3f80), typed<bfloat16>({}, {bfloat16{0x4380}})) &&  // 256 + 1
         same(bfloats(0x4380, 0x4040), typed<bfloat16>({}, {bfloat16{0x4382}}));    // 256 + 3
}

constexpr bool folds_extrema() {
  const tensor x = f64({4, 2}, {nan, inf, -inf, -inf, inf, nan, -0.0, -0.0});
  return same(eager<"reduce_max", {.axes = 1}>(x), f64({4, 1}, {nan, -inf, nan, -0.0})) &&
         same(eager<"reduce_min", {.axes = 1}>(x), f64({4, 1}, {nan, -inf, nan, -0.0})) &&
         same(eager<"max_pool", {.kernel = 2}>(f64({1, 2, 3}, {nan, -inf, -inf, inf, 1, nan})),
              f64({1, 2, 2}, {nan, -inf, inf, nan})) &&
         same(eager<"max_pool2d", {.kernel = 2}>(f64({1, 1, 2, 4}, {1, nan, -inf, -inf, inf, 2, -inf, -inf})),
              f64({1, 1, 1, 2}, {nan, -inf})) &&
         same(eager<"max_pool2d", {.kernel = 2, .stride = 1, .pad = 1}>(f64({1, 1, 1, 1}, {-5})),
              f64({1, 1, 2, 2}, {-5, -5, -5, -5}));
}
constexpr bool orders() {
  const tensor x = f64({5}, {0.0, -0.0, nan, inf, -inf});
  return same(eager<"arg_max">(x), typed<i64>({1}, {2})) && same(eager<"arg_min">(x), typed<i64>({1}, {2})) &&
         same(eager<"arg_max">(f64({2}, {-0.0, 0.0})), typed<i64>({1}, {0})) &&
         same(eager<"arg_min", {.select_last = true}>(f64({3}, {-0.0, 0.0, 1})), typed<i64>({1}, {1})) &&
         same(eager<"arg_max">(f64({2}, {-inf, -inf})), typed<i64>({1}, {0})) &&
         same(eager<"top_k", {.k = 5}>(x), f64({5}, {nan, inf, 0.0, -0.0, -inf})) &&
         same(eager<"top_k_indices", {.k = 5}>(x), typed<i64>({5}, {2, 3, 0, 1, 4})) &&
         same(eager<"top_k", {.k = 5, .largest = false}>(x), f64({5}, {-inf, 0.0, -0.0, inf, nan})) &&
         same(eager<"top_k_indices", {.k = 5, .largest = false}>(x), typed<i64>({5}, {4, 0, 1, 3, 2})) &&
         same(eager<"max_pool_indices", {.kernel = 3}>(f64({1, 1, 5}, {0.0, -0.0, nan, inf, -inf})),
              typed<i64>({1, 1, 3}, {2, 2, 2})) &&
         same(eager<"one_hot", {.depth = 2}>(f64({3}, {inf, -inf, -1.9}), typed<i8>({2}, {0, 1})),
              typed<i8>({3, 2}, {0, 0, 0, 0, 0, 1})) &&
         same(eager<"one_hot", {.depth = 2}>(typed<u64>({2}, {high<u64>, 1}), typed<i8>({2}, {0, 1})),
              typed<i8>({2, 2}, {0, 0, 0, 1}));
}

bool folds() {
  const tensor x = f64({6, 2}, {inf, 1, inf, -inf, nan, 1, 0.0, inf, -0.0, 5, tiny, tiny});
  return same(eager<"reduce_sum", {.axes = 1}>(x), f64({6, 1}, {inf, nan, nan, inf, 5, 2 * tiny})) &&
         same(eager<"reduce_mean", {.axes = 1}>(x), f64({6, 1}, {inf, nan, nan, inf, 2.5, tiny})) &&
         same(eager<"reduce_prod", {.axes = 1}>(x), f64({6, 1}, {inf, -inf, nan, nan, -0.0, 0})) &&
         same(eager<"avg_pool2d", {.kernel = {1, 2}}>(f64({1, 1, 1, 6}, {inf, 1, inf, -inf, nan, 1})),
              f64({1, 1, 1, 3}, {inf, nan, nan})) &&
         same(eager<"average_pool", {.kernel = 2}>(f64({1, 1, 4}, {1, inf, -inf, nan})),
              f64({1, 1, 3}, {inf, nan, nan})) &&
         same(eager<"lp_pool", {.kernel = 2, .p = 1}>(f64({1, 1, 3}, {-inf, 1, nan})), f64({1, 1, 2}, {inf, nan})) &&
         same(eager<"lp_pool", {.kernel = 2, .p = 3}>(f64({1, 1, 3}, {-inf, 1, nan})), f64({1, 1, 2}, {inf, nan})) &&
         same(eager<"global_avg_pool">(f64({1, 2, 2}, {1, nan, inf, inf})), f64({1, 2, 1}, {nan, inf})) &&
         same(eager<"cumsum">(f64({5}, {1, inf, 1, -inf, 1})), f64({5}, {1, inf, inf, nan, nan})) &&
         same(eager<"cumsum", {.exclusive = true}>(f64({5}, {1, inf, 1, -inf, 1})), f64({5}, {0, 1, inf, inf, nan})) &&
         same(eager<"cumsum", {.reverse = true}>(f64({5}, {1, inf, 1, -inf, 1})),
              f64({5}, {nan, nan, -inf, -inf, 1})) &&
         same(eager<"cumprod">(f64({4}, {-2, 0, inf, 1})), f64({4}, {-2, -0.0, nan, nan})) &&
         same(eager<"det">(f64({2, 2, 2}, {0, 1, nan, 1, inf, 0, 0, 2})), f64({2}, {nan, inf})) &&
         same(eager<"scatter_elements", {.reduction = scatter_max}>(f64({2}, {1, nan}), typed<i64>({2}, {0, 1}),
                                                                    f64({2}, {nan, 1})),
              f64({2}, {nan, nan}));
}

/// Each row by itself: what is in one does not reach another.
bool rows() {
  const tensor x = f64({6, 2}, {0, -inf, inf, 0, -inf, -inf, nan, 0, 1e308, -1e308, 7, 7});
  return same(eager<"softmax">(x), f64({6, 2}, {1, 0, nan, nan, nan, nan, nan, nan, 1, 0, 0.5, 0.5})) &&
         close(eager<"log_softmax">(x),
               f64({6, 2}, {0, -inf, nan, nan, nan, nan, nan, nan, 0, -inf, -std::log(2.0), -std::log(2.0)})) &&
         same(eager<"softmax">(f64({2, 1}, {-1e308, 0})), f64({2, 1}, {1, 1})) &&
         same(eager<"layer_norm", {.epsilon = 1}>(f64({3, 2}, {inf, 1, 5, 5, nan, 1})),
              f64({3, 2}, {nan, nan, 0, 0, nan, nan})) &&
         same(eager<"rms_norm">(f64({2, 2}, {inf, 1, nan, 1})), f64({2, 2}, {nan, 0, nan, nan})) &&
         same(eager<"matmul">(f64({3, 2}, {nan, 1, 2, 3, inf, -1}), f64({2, 2}, {1, 0, 1, 1})),
              f64({3, 2}, {nan, nan, 5, 3, inf, nan})) &&
         same(eager<"conv", {.before = 1, .after = 1}>(f64({1, 1, 4}, {inf, 1, 2, nan}), f64({1, 1, 2}, {1, 1})),
              f64({1, 1, 5}, {inf, inf, 3, nan, nan}));
}

TEST_CASE("edges: special values") {
  STATIC_REQUIRE(compares());
  REQUIRE(compares());
  REQUIRE(calculates());
  STATIC_REQUIRE(chooses());
  REQUIRE(chooses());
  REQUIRE(scales());
  STATIC_REQUIRE(rounds_once());
  REQUIRE(rounds_once());
}
TEST_CASE("edges: special values in folds and orders") {
  STATIC_REQUIRE(folds_extrema());
  REQUIRE(folds_extrema());
  STATIC_REQUIRE(orders());
  REQUIRE(orders());
  REQUIRE(folds());
  REQUIRE(rows());
}

// Tensors without elements, and without axes.

constexpr tensor none() { return f32({2, 0}, {}); }

constexpr bool computes_nothing() {
  const tensor x = none();
  return same(eager<"exp">(x), x) && same(eager<"add">(x, f32({}, {1})), x) &&
         same(eager<"add">(x, f32({2, 1}, {1, 2})), x) &&
         same(eager<"mul">(f32({3, 1, 1}, {1, 2, 3}), x), f32({3, 2, 0}, {})) &&
         !eager<"add">(x, f32({2}, {1, 2})).ok() && same(eager<"equal">(x, x), typed<bool>({2, 0}, {})) &&
         same(eager<"cast", {.element = 7}>(x), typed<i64>({2, 0}, {})) &&
         same(eager<"where">(typed<bool>({1}, {true}), x, x), x) && same(eager<"softmax">(x), x) &&
         same(eager<"softmax", {.axis = 0}>(x), x) && same(eager<"log_softmax">(x), x) &&
         same(eager<"layer_norm">(f32({0, 3}, {})), f32({0, 3}, {})) &&
         same(eager<"rms_norm">(f32({0, 3}, {}), f32({3}, {1, 2, 3})), f32({0, 3}, {})) &&
         same(eager<"cumsum">(x), x) && same(eager<"cumprod", {.axis = 1}>(x), x) &&
         same(eager<"arg_max", {.axis = 1}>(f32({0, 3}, {})), typed<i64>({0, 1}, {})) &&
         same(eager<"top_k", {.k = 0}>(x), x) && same(eager<"top_k", {.k = 2}>(f32({0, 3}, {})), f32({0, 2}, {})) &&
         same(eager<"bit_cast", {.element = 6}>(x), typed<i32>({2, 0}, {})) &&
         same(eager<"det">(f32({0, 2, 2}, {})), f32({0}, {})) && same(eager<"det">(f32({1, 0, 0}, {})), f32({1}, {1}));
}
/// "At least one element to fold": a reduction of nothing has no result that all frameworks agree on.
constexpr bool folds_something() {
  const tensor_type x = f32({2, 0});
  return !infer<"reduce_sum">({x}, {.axes = 1}).ok() && !infer<"reduce_mean">({x}, {.axes = 1}).ok() &&
         !infer<"reduce_prod">({x}, {.axes = 1}).ok() && !infer<"reduce_max">({x}, {.axes = 1}).ok() &&
         !infer<"reduce_min">({x}, {.axes = 1}).ok() && !infer<"arg_max">({x}, {.axis = 1}).ok() &&
         !infer<"arg_min">({x}, {.axis = -1}).ok() && !infer<"global_avg_pool">({f32({1, 2, 0})}).ok() &&
         !infer<"layer_norm">({x}).ok() && !infer<"max_pool">({f32({1, 1, 0})}, {.kernel = 1}).ok();
}
constexpr bool moves_nothing() {
  const tensor x = none();
  const tensor column = f32({2, 1}, {1, 2});
  const tensor no_places = typed<i64>({0}, {});
  return same(eager<"concat", {.axis = 1}>(x, column, x), column) &&
         same(eager<"concat", {.axis = -2}>(x, x), f32({4, 0}, {})) &&
         same(eager<"slice", {.begin = 1, .end = 1}>(column), f32({0, 1}, {})) &&
         same(eager<"slice", {.axes = 1, .begin = -1, .end = low<i64>, .step = -1}>(x), x) &&
         same(eager<"pad", {.before = {0, 1}, .after = {1, 1}, .value = 7}>(x), f32({3, 2}, {7, 7, 7, 7, 7, 7})) &&
         same(eager<"pad_mode", {.before = {-2, 1}, .after = {0, 0}, .mode = pad_constant}>(x), f32({0, 1}, {})) &&
         same(eager<"transpose", {.permutation = {1, 0}}>(x), f32({0, 2}, {})) &&
         same(eager<"reshape", {.dims = {5, 0, 1}}>(x), f32({5, 0, 1}, {})) &&
         same(eager<"reshape", {.dims = {3, -1}}>(x), f32({3, 0}, {})) &&
         !eager<"reshape", {.dims = {0, -1}}>(x).ok() &&
         same(eager<"expand", {.dims = {3, 1, 1}}>(x), f32({3, 2, 0}, {})) &&
         same(eager<"expand", {.dims = 0}>(f32({1}, {4})), f32({0}, {})) &&
         same(eager<"tile", {.repeats = {2, 3}}>(x), f32({4, 0}, {})) && same(eager<"trilu">(x), x) &&
         same(eager<"trilu">(f32({0, 3}, {})), f32({0, 3}, {})) && same(eager<"reverse_sequence">(x, no_places), x) &&
         same(eager<"gather">(x, typed<i64>({1}, {-1})), f32({1, 0}, {})) &&
         same(eager<"gather", {.axis = 1}>(column, no_places), x) &&
         !eager<"gather", {.axis = 1}>(x, typed<i64>({1}, {0})).ok() &&
         same(eager<"gather_elements", {.axis = 1}>(column, typed<i64>({2, 0}, {})), x) &&
         same(eager<"gather_nd">(x, typed<i64>({0, 2}, {})), f32({0}, {})) &&
         same(eager<"scatter_elements">(column, typed<i64>({0, 1}, {}), f32({0, 1}, {})), column) &&
         same(eager<"scatter_elements", {.reduction = scatter_add}>(x, typed<i64>({2, 0}, {}), x), x) &&
         same(eager<"scatter_nd">(column, typed<i64>({0, 1}, {}), f32({0, 1}, {})), column) &&
         same(eager<"one_hot", {.depth = 3}>(no_places, f32({2}, {0, 1})), f32({0, 3}, {})) &&
         same(eager<"max_unpool", {.dims = 2}>(x, typed<i64>({2, 0}, {})), f32({2}, {0, 0}));
}
constexpr bool sums_nothing() {
  const tensor x = none();
  const tensor bias = f32({3}, {1, 2, 3});
  return same(eager<"matmul">(x, f32({0, 3}, {})), f32({2, 3}, {0, 0, 0, 0, 0, 0})) &&
         same(eager<"matmul">(f32({0, 2}, {}), f32({2, 3}, {1, 2, 3, 4, 5, 6})), f32({0, 3}, {})) &&
         same(eager<"matmul">(f32({1, 2}, {1, 2}), x), f32({1, 0}, {})) &&
         same(eager<"matmul">(f32({0, 1, 2}, {}), f32({2, 1}, {1, 2})), f32({0, 1, 1}, {})) &&
         same(eager<"dense">(x, f32({3, 0}, {}), bias), f32({2, 3}, {1, 2, 3, 1, 2, 3})) &&
         same(eager<"dense">(f32({0, 1}, {}), f32({3, 1}, {1, 2, 3}), bias), f32({0, 3}, {})) &&
         same(eager<"conv">(f32({0, 1, 3}, {}), f32({1, 1, 2}, {1, 1})), f32({0, 1, 2}, {})) &&
         same(eager<"conv">(f32({1, 0, 3}, {}), f32({3, 0, 2}, {}), bias), f32({1, 3, 2}, {1, 1, 2, 2, 3, 3})) &&
         same(eager<"conv">(f32({1, 1, 3}, {1, 2, 3}), f32({0, 1, 2}, {})), f32({1, 0, 2}, {})) &&
         same(eager<"conv2d">(f32({0, 1, 2, 2}, {}), f32({1, 1, 1, 1}, {1})), f32({0, 1, 2, 2}, {})) &&
         same(eager<"max_pool", {.kernel = 2}>(f32({0, 1, 3}, {})), f32({0, 1, 2}, {})) &&
         same(eager<"average_pool", {.kernel = 2}>(f32({1, 0, 3}, {})), f32({1, 0, 2}, {})) &&
         same(eager<"max_pool2d", {.kernel = 2}>(f32({1, 0, 2, 2}, {})), f32({1, 0, 1, 1}, {})) &&
         same(eager<"batch_norm">(f32({0, 1, 2}, {}), f32({1}, {1}), f32({1}, {1}), f32({1}, {1}), f32({1}, {1})),
              f32({0, 1, 2}, {}));
}

constexpr bool scalars() {
  const tensor x = f32({}, {-2});
  return same(eager<"neg">(x), f32({}, {2})) && same(eager<"add">(x, x), f32({}, {-4})) &&
         same(eager<"less">(x, f32({1}, {0})), typed<bool>({1}, {true})) &&
         same(eager<"cast", {.element = 3}>(x), typed<i8>({}, {-2})) && same(eager<"reduce_sum">(x), x) &&
         same(eager<"reduce_mean">(x), x) && same(eager<"reduce_prod">(x), x) && same(eager<"reduce_max">(x), x) &&
         same(eager<"reduce_min">(x), x) && same(eager<"transpose">(x), x) && same(eager<"slice">(x), x) &&
         same(eager<"pad">(x), x) && same(eager<"pad_mode">(x), x) && same(eager<"tile">(x), x) &&
         same(eager<"reshape">(f32({1, 1}, {-2})), x) &&
         same(eager<"reshape", {.dims = {-1, 1}}>(x), f32({1, 1}, {-2})) &&
         same(eager<"expand", {.dims = {1, 2}}>(x), f32({1, 2}, {-2, -2})) && same(eager<"expand">(x), x) &&
         same(eager<"gather">(f32({2}, {1, -2}), typed<i64>({}, {-1})), x) &&
         same(eager<"gather_nd">(f32({2}, {1, -2}), typed<i64>({1}, {1})), x) &&
         same(eager<"scatter_nd">(f32({2}, {1, 1}), typed<i64>({1}, {-1}), x), f32({2}, {1, -2})) &&
         same(eager<"one_hot", {.depth = 2}>(typed<i64>({}, {-1}), f32({2}, {0, 1})), f32({2}, {0, 1})) &&
         same(eager<"where">(typed<bool>({}, {false}), x, x), x) &&
         same(eager<"bit_cast", {.element = 6}>(x), typed<i32>({}, {-0x40000000}));
}
/// There is no axis to name.
constexpr bool refuses_scalars() {
  const tensor_type x = f32({});
  const tensor_type index = typed<i64>({});
  return !infer<"concat">({x, x}).ok() && !infer<"softmax">({x}).ok() && !infer<"log_softmax">({x}).ok() &&
         !infer<"arg_max">({x}).ok() && !infer<"cumsum">({x}).ok() && !infer<"cumprod">({x}).ok() &&
         !infer<"top_k">({x}).ok() && !infer<"gather">({x, index}).ok() && !infer<"gather_elements">({x, index}).ok() &&
         !infer<"gather_nd">({x, index}).ok() && !infer<"scatter_elements">({x, index, x}).ok() &&
         !infer<"layer_norm">({x}).ok() && !infer<"reduce_sum">({x}, {.axes = 0}).ok() && !infer<"trilu">({x}).ok() &&
         !infer<"matmul">({x, x}).ok() && !infer<"dense">({x, f32({1, 1})}).ok() && !infer<"det">({x}).ok() &&
         !infer<"slice">({x}, {.begin = 0, .end = 1}).ok() && !infer<"pad">({x}, {.before = 1, .after = 1}).ok();
}

TEST_CASE("edges: tensors without elements") {
  STATIC_REQUIRE(computes_nothing());
  REQUIRE(computes_nothing());
  STATIC_REQUIRE(folds_something());
  REQUIRE(folds_something());
  STATIC_REQUIRE(moves_nothing());
  REQUIRE(moves_nothing());
  STATIC_REQUIRE(sums_nothing());
  REQUIRE(sums_nothing());
}
TEST_CASE("edges: tensors without axes") {
  STATIC_REQUIRE(scalars());
  REQUIRE(scalars());
  STATIC_REQUIRE(refuses_scalars());
  REQUIRE(refuses_scalars());
}

// Axes and steps below 0.

constexpr tensor block(shape dims = {2, 3, 4}) {
  tensor result{f64(dims), {}, {}};
  for (i64 i = 0; i < dims.product(); ++i) result.values.push_back(static_cast<double>(i * 5 % 7 - 2));
  return result;
}
constexpr tensor places(shape dims) {
  tensor result{typed<i64>(dims), {}, {}};
  for (i64 i = 0; i < dims.product(); ++i) result.values.push_back(i % 2 - 1);
  return result;
}

/// The op takes axes from -rank to rank - 1, and those below 0 are those that many from the end.
template <name_t Name, class... Tensors>
constexpr bool counts_from_the_end(auto attributes_at, int rank, const Tensors&... x) {
  for (i64 axis = 0; axis < rank; ++axis) {
    const tensor from_front = with<Name>(attributes_at(axis), x...);
    if (!from_front.ok() || !same(from_front, with<Name>(attributes_at(axis - rank), x...))) return false;
  }
  return !with<Name>(attributes_at(rank), x...).ok() && !with<Name>(attributes_at(-rank - 1), x...).ok();
}

constexpr bool folds_along_axes() {
  const tensor x = block();
  constexpr auto reduce = [](i64 axis) { return reduction_attributes{axis}; };
  constexpr auto arg = [](i64 axis) { return arg_attributes{axis}; };
  constexpr auto walk = [](i64 axis) { return cumsum_attributes{.axis = axis, .exclusive = true, .reverse = true}; };
  constexpr auto top = [](i64 axis) { return top_k_attributes{.k = 2, .axis = axis}; };
  return counts_from_the_end<"reduce_sum">(reduce, 3, x) && counts_from_the_end<"reduce_mean">(reduce, 3, x) &&
         counts_from_the_end<"reduce_prod">(reduce, 3, x) && counts_from_the_end<"reduce_max">(reduce, 3, x) &&
         counts_from_the_end<"reduce_min">(reduce, 3, x) && counts_from_the_end<"arg_max">(arg, 3, x) &&
         counts_from_the_end<"arg_min">(arg, 3, x) && counts_from_the_end<"cumsum">(walk, 3, x) &&
         counts_from_the_end<"cumprod">(walk, 3, x) && counts_from_the_end<"top_k">(top, 3, x) &&
         counts_from_the_end<"top_k_indices">(top, 3, x);
}
constexpr bool works_along_axes() {
  const tensor x = block();
  constexpr auto softmax = [](i64 axis) { return softmax_attributes{axis}; };
  constexpr auto norm = [](i64 axis) { return layer_norm_attributes{.axis = axis}; };
  constexpr auto transform = [](i64 axis) { return dft_attributes{.axis = axis}; };
  return counts_from_the_end<"softmax">(softmax, 3, x) && counts_from_the_end<"log_softmax">(softmax, 3, x) &&
         counts_from_the_end<"layer_norm">(norm, 3, x) && counts_from_the_end<"rms_norm">(norm, 3, x) &&
         same(with<"dft">(transform(1), block({2, 3, 1})), with<"dft">(transform(-2), block({2, 3, 1}))) &&
         same(with<"dft">(transform(0), block({2, 3, 1})), with<"dft">(transform(-3), block({2, 3, 1})));
}
constexpr bool moves_along_axes() {
  const tensor x = block();
  const tensor lengths = typed<i64>({3}, {2, 0, 1});
  constexpr auto sequence = [](i64 batch, i64 time) { return reverse_sequence_attributes{batch, time}; };
  return counts_from_the_end<"concat">([](i64 axis) { return concat_attributes{axis}; }, 3, x, x) &&
         counts_from_the_end<"gather">([](i64 axis) { return gather_attributes{axis}; }, 3, x, places({2})) &&
         counts_from_the_end<"gather_elements">([](i64 axis) { return gather_elements_attributes{axis}; }, 3, x,
                                                places({2, 3, 4})) &&
         counts_from_the_end<"scatter_elements">(
             [](i64 axis) { return scatter_elements_attributes{.axis = axis, .reduction = scatter_add}; }, 3, x,
             places({2, 3, 4}), x) &&
         counts_from_the_end<"one_hot">([](i64 axis) { return one_hot_attributes{.depth = 2, .axis = axis}; }, 4,
                                        places({2, 3, 4}), f32({2}, {0, 1})) &&
         counts_from_the_end<"slice">(
             [](i64 axis) { return slice_attributes{.axes = axis, .begin = -1, .end = low<i64>, .step = -1}; }, 3, x) &&
         same(with<"reverse_sequence">(sequence(1, 2), x, lengths),
              with<"reverse_sequence">(sequence(-2, -1), x, lengths)) &&
         same(with<"reverse_sequence">(sequence(1, 0), x, lengths),
              with<"reverse_sequence">(sequence(-2, 0), x, lengths));
}

/// x[-1:-3:-1, ::-2, 2:-5:-2], element by element, and the longest steps.
constexpr bool walks_backwards() {
  const tensor x = block();
  const tensor y =
      eager<"slice",
            {.axes = {-1, 0, 1}, .begin = {2, -1, high<i64>}, .end = {-5, -3, low<i64>}, .step = {-2, -1, -2}}>(x);
  if (y.type != f64({2, 2, 2})) return false;
  std::size_t at = 0;
  for (unsigned i : {1U, 0U})
    for (unsigned j : {2U, 0U})
      for (unsigned k : {2U, 0U})
        if (y.values[at++] != x.values[(i * 3 + j) * 4 + k]) return false;
  return same(eager<"slice", {.begin = low<i64>, .end = high<i64>, .step = high<i64>}>(x),
              eager<"slice", {.begin = 0, .end = 1}>(x)) &&
         same(eager<"slice", {.begin = high<i64>, .end = low<i64>, .step = low<i64>}>(x),
              eager<"slice", {.begin = 1, .end = 2}>(x)) &&
         same(eager<"trilu", {.k = low<i64>}>(x), x) && same(eager<"trilu", {.upper = false, .k = high<i64>}>(x), x) &&
         same(eager<"trilu", {.k = high<i64>}>(x), eager<"expand", {.dims = {2, 3, 4}}>(f64({}, {0})));
}

TEST_CASE("edges: axes and steps below 0") {
  STATIC_REQUIRE(folds_along_axes());
  REQUIRE(folds_along_axes());
  STATIC_REQUIRE(works_along_axes());
  REQUIRE(works_along_axes());
  STATIC_REQUIRE(moves_along_axes());
  REQUIRE(moves_along_axes());
  STATIC_REQUIRE(walks_backwards());
  REQUIRE(walks_backwards());
}

}  // namespace
}  // namespace litho::test::edges_op
