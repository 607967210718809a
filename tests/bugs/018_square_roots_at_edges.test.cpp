// SPDX-License-Identifier: BSL-1.0
#include <catch.hpp>
#include <cmath>
#include <limits>
#include <litho/npu/lanes.hpp>

// Kernels took square roots by an estimate of 1 / sqrt x: infinity became NaN, -0 lost its sign, and all below the
// normal numbers became 0.
namespace {

template <class T, int Width>
void check_roots() {
  using limits = std::numeric_limits<T>;
  for (T x : {T(0), T(-0.0), limits::denorm_min(), limits::min(), T(2), limits::max(), limits::infinity()}) {
    const auto value = litho::npu::lanes<T, Width>::broadcast(x);
    CAPTURE(x, Width);
    CHECK(value.sqrt().lane(Width - 1) == std::sqrt(x));
    CHECK(std::signbit(value.sqrt().lane(Width - 1)) == std::signbit(x));
    CHECK(value.rsqrt().lane(Width - 1) == T(1) / std::sqrt(x));
  }
}

TEST_CASE("bug 018: square roots of infinity, -0 and the least numbers") {
  check_roots<float, 16>();
  check_roots<float, 8>();
  check_roots<float, 4>();
  check_roots<double, 8>();
  check_roots<double, 4>();
}

}  // namespace
