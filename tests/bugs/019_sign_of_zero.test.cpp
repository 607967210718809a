// SPDX-License-Identifier: BSL-1.0
#include <catch.hpp>
#include <cmath>
#include <litho/npu/lanes.hpp>

// -x was 0 - x on wide registers, which is +0 for x = +0.
TEST_CASE("bug 019: 0 with its sign flipped is -0") {
  CHECK(std::signbit((-litho::npu::lanes<float, 16>(0.0)).lane(3)));
  CHECK(std::signbit((-litho::npu::lanes<float, 8>(0.0)).lane(3)));
  CHECK(std::signbit((-litho::npu::lanes<double, 8>(0.0)).lane(3)));
  CHECK(std::signbit((-litho::npu::lanes<float, 3>(0.0)).lane(2)));
  CHECK_FALSE(std::signbit((-litho::npu::lanes<double, 8>(-0.0)).lane(3)));
}
