// SPDX-License-Identifier: BSL-1.0
#include <litho/core/wrapping.hpp>

#include "../catch.hpp"

namespace litho {
namespace {

using i64 = wrapping<std::int64_t>;
using u64 = wrapping<std::uint64_t>;
using i32 = wrapping<std::int32_t>;

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

constexpr bool wraps() {
  return (i64(most) + i64(1)).value == least && (i64(least) - i64(1)).value == most &&
         (i64(most) * i64(2)).value == -2 && (-i64(least)).value == least &&
         (u64(0) - u64(1)).value == ~std::uint64_t{0} && (-i32(-5)).value == 5;
}

constexpr bool divides() {
  return (i64(-7) / i64(2)).value == -3 && (i64(-7) % i64(2)).value == -1 && (i64(7) / i64(0)).value == 0 &&
         (i64(7) % i64(0)).value == 0 && (i64(least) / i64(-1)).value == least && (i64(least) % i64(-1)).value == 0 &&
         (u64(most) / u64(2)).value == std::uint64_t(most) / 2;
}

constexpr bool shifts() {
  return (u64(5) << u64(2)).value == 20 && (u64(5) >> u64(2)).value == 1 &&
         (u64(5) << u64(63)).value == std::uint64_t{1} << 63 && (u64(5) << u64(64)).value == 0 &&
         (u64(5) >> u64(64)).value == 0 && (u64(5) >> u64(~0ULL)).value == 0 && (i64(5) << i64(-1)).value == 0 &&
         (i64(-1) >> i64(1)).value == most && (i64(1) << i64(63)).value == least;
}

constexpr bool converts() {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return i64(2.75).value == 2 && i64(-2.75).value == -2 && i64(infinity).value == most &&
         i64(-infinity).value == least && i64(std::numeric_limits<double>::quiet_NaN()).value == 0 &&
         u64(-3.0).value == 0 && u64(1e30).value == ~std::uint64_t{0} &&
         i32(1e10).value == std::numeric_limits<std::int32_t>::max() && static_cast<double>(i64(-3)) == -3;
}

TEST_CASE("wrapping: every operation has a result") {
  STATIC_REQUIRE(wraps());
  REQUIRE(wraps());
  STATIC_REQUIRE(divides());
  REQUIRE(divides());
  STATIC_REQUIRE(shifts());
  REQUIRE(shifts());
  STATIC_REQUIRE(converts());
  REQUIRE(converts());
}

}  // namespace
}  // namespace litho
