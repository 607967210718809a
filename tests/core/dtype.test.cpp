// SPDX-License-Identifier: BSL-1.0
#include <limits>
#include <litho/core/dtype.hpp>
#include <litho/core/tensor.hpp>

#include "../catch.hpp"

namespace litho {
namespace {

static_assert(element<float> && element<half> && element<std::int64_t> && element<bool> && !element<char> &&
              !element<void*>);
static_assert(dtype_of<double>::value == dtype::f64);
static_assert(std::same_as<element_of<dtype::f32>::type, float>);

constexpr bool types() {
  for (dtype each : all_dtypes) {
    const auto size = with_element(each, []<class T>() { return sizeof(T); });
    if (static_cast<std::int64_t>(size) != size_of(each)) return false;
    if (with_element(each, []<class T>() { return dtype_of<T>::value; }) != each) return false;
  }
  return name_of(dtype::f32) == "f32" && name_of(dtype::f64) == "f64";
}

constexpr bool rounds() {
  return rounded(dtype::f32, 0.1) == static_cast<double>(0.1f) && rounded(dtype::f64, 0.1) == 0.1 &&
         rounded(dtype::f32, 16777217.0) == 16777216.0 &&
         rounded(dtype::f32, 1e300) == std::numeric_limits<double>::infinity() &&  //
         rounded(dtype::f16, 2049.0) == 2048.0 && rounded(dtype::f16, 2051.0) == 2052.0 &&
         rounded(dtype::f16, 65519.0) == 65504.0 &&
         rounded(dtype::f16, -65520.0) == -std::numeric_limits<double>::infinity() &&
         rounded(dtype::f16, 0x1.8p-24) == 0x1p-23 && rounded(dtype::f16, 0x1p-25) == 0.0 &&
         rounded(dtype::bf16, 257.0) == 256.0 && rounded(dtype::bf16, 259.0) == 260.0 &&
         rounded(dtype::i8, -1.9) == -1 && rounded(dtype::i8, 200) == -56 && rounded(dtype::u8, -1) == 255 &&
         rounded(dtype::i64, 1e30) == std::numeric_limits<std::int64_t>::max() && rounded(dtype::boolean, -0.5) == 1;
}

/// Every element of 16 bits is the nearest to the number that it stands for.
template <element T>
constexpr bool there_and_back() {
  for (int bits = 0; bits < 65536; bits += 37) {
    const T value{static_cast<std::uint16_t>(bits)};
    const number read = number_of(value);
    if (read == read && stored<T>(read) != value) return false;
  }
  return true;
}

constexpr bool whole_numbers() {
  constexpr std::int64_t large = 9007199254740993;
  return number_of(large) == large && stored<std::int64_t>(number_of(large)) == large &&
         number(large) != static_cast<double>(large) + 2 && stored<bool>(0.25) &&
         number(-0.0).bits() != number(0.0).bits() && number(2) == 2.0;
}

constexpr bool tensors() {
  const tensor x = make_tensor<float>({2}, {0.1f, 2});
  tensor refused;
  refused.error = fault{"no"};
  return x.ok() && x.type.element == dtype::f32 && x.values == vec<number>{static_cast<double>(0.1f), 2} && x == x &&
         !(x == make_tensor<double>({2}, {static_cast<double>(0.1f), 2})) && !refused.ok();
}

TEST_CASE("dtype") {
  STATIC_REQUIRE(types());
  REQUIRE(types());
  STATIC_REQUIRE(rounds());
  REQUIRE(rounds());
  STATIC_REQUIRE(there_and_back<half>());
  STATIC_REQUIRE(there_and_back<bfloat16>());
  STATIC_REQUIRE(whole_numbers());
}

TEST_CASE("tensor") {
  STATIC_REQUIRE(tensors());
  REQUIRE(tensors());
}

}  // namespace
}  // namespace litho
