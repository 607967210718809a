// SPDX-License-Identifier: BSL-1.0
#include <catch.hpp>
#include <cmath>
#include <limits>
#include <litho/npu/lanes.hpp>

// Where the normal numbers end, exp and log of kernels did too: e^-inf was 5.6e-309 in double, and 2.9e-39 in float
// without AVX-512, so that softmax gave what is masked a weight; the logarithm of 1e-40 was that of 1.2e-38.
namespace {

template <class T, int Width>
void check_ends() {
  using value = litho::npu::lanes<T, Width>;
  using limits = std::numeric_limits<T>;
  CHECK(value::broadcast(-limits::infinity()).exp().lane(1) == 0);
  CHECK(value::broadcast(T(-2000)).exp().lane(1) == 0);
  const T least = limits::denorm_min();
  CHECK(std::fabs(value::broadcast(least).log().lane(1) - std::log(least)) < T(1e-4));
  const T below = std::log(limits::min()) - 8;
  CHECK(std::fabs(value::broadcast(below).exp().lane(1) - std::exp(below)) <= 2 * least);
}

TEST_CASE("bug 020: exp and log below the normal numbers") {
  check_ends<float, 16>();
  check_ends<float, 8>();
  check_ends<double, 8>();
  check_ends<double, 4>();
}

}  // namespace
