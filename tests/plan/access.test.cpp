// SPDX-License-Identifier: BSL-1.0
#include <litho/plan/access.hpp>

#include "plans.hpp"

namespace litho::test::access_plan {
namespace {

constexpr tensor_type blocked(shape dims) { return f32(dims).with(format::nc1hwc0, 16); }

constexpr bool strides() {
  return f32({2, 20, 3, 3}).stored_dims() == shape{2, 20, 3, 3} &&
         blocked({2, 20, 3, 3}).stored_dims() == shape{2, 2, 3, 3, 16} &&
         plan::access_strides(f32({3, 1, 5}), f32({2, 3, 4, 5})) == ints{0, 5, 0, 1} &&
         plan::access_strides(f32({}), f32({2, 3})) == ints{0, 0} &&
         plan::access_strides(blocked({2, 20, 3, 3}), blocked({2, 20, 3, 3})) == ints{288, 144, 48, 16, 1} &&
         plan::access_strides(blocked({1, 20, 1, 1}), blocked({2, 20, 3, 3})) == ints{0, 16, 0, 0, 1} &&
         plan::access_strides(f32({2, 1, 3, 3}), blocked({2, 20, 3, 3})) == ints{9, 0, 3, 1, 0} &&
         plan::access_strides(f32({}), blocked({2, 20, 3, 3})) == ints{0, 0, 0, 0, 0};
}

constexpr bool levels() {
  constexpr std::uint32_t last = 1U << 2;
  constexpr tensor_type all = f32({2, 3, 4});
  return plan::level_of(all, all, 0) == plan::level::full && plan::level_of(all, all, last) == plan::level::full &&
         plan::level_of(f32({2, 3, 1}), all, last) == plan::level::row &&
         plan::level_of(f32({2, 1, 1}), all, last) == plan::level::other &&
         plan::level_of(f32({2, 3, 1}), all, 0) == plan::level::other &&
         plan::level_of(f32({3, 4}), all, last) == plan::level::other &&
         plan::level_of(f64({2, 3, 4}), all, last) == plan::level::full &&  // element types do not matter
         plan::level_of(f32({2, 1, 1}), all, 0b110U) == plan::level::row &&
         plan::level_of(blocked({1, 20, 1, 1}), blocked({1, 20, 3, 3}), 0b1100U) == plan::level::row;
}

TEST_CASE("how kernels walk values") {
  STATIC_REQUIRE(strides());
  REQUIRE(strides());
  STATIC_REQUIRE(levels());
  REQUIRE(levels());
}

}  // namespace
}  // namespace litho::test::access_plan
