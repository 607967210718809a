// SPDX-License-Identifier: BSL-1.0
#include <limits>
#include <litho/core/dtype.hpp>
#include <litho/core/tensor.hpp>

#include "../catch.hpp"

namespace litho {
namespace {

static_assert(element<float> && element<double> && !element<int>);
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
         rounded(dtype::f32, 1e300) == std::numeric_limits<double>::infinity();
}

constexpr bool tensors() {
  const tensor x = make_tensor<float>({2}, {0.1f, 2});
  tensor refused;
  refused.error = fault{"no"};
  return x.ok() && x.type.element == dtype::f32 && x.values == vec<double>{static_cast<double>(0.1f), 2} && x == x &&
         !(x == make_tensor<double>({2}, {static_cast<double>(0.1f), 2})) && !refused.ok();
}

TEST_CASE("dtype") {
  STATIC_REQUIRE(types());
  REQUIRE(types());
  STATIC_REQUIRE(rounds());
  REQUIRE(rounds());
}

TEST_CASE("tensor") {
  STATIC_REQUIRE(tensors());
  REQUIRE(tensors());
}

}  // namespace
}  // namespace litho
