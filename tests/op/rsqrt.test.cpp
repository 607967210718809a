// SPDX-License-Identifier: BSL-1.0
#include <litho/op/rsqrt.hpp>

#include "values.hpp"

namespace litho::test::rsqrt_op {
namespace {

constexpr bool values() {
  return close(eager<"rsqrt">(f64({4}, {4, 2, 0.25, inf})), f64({4}, {0.5, 0.7071067811865476, 2, 0}));
}

TEST_CASE("rsqrt") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  REQUIRE(same(at<"rsqrt">(0.0), inf));  // constant evaluation does not divide by zero
  REQUIRE(same(at<"rsqrt">(-0.0), -inf));
  REQUIRE(same(at<"rsqrt">(-1), nan));
  REQUIRE(same(at<"rsqrt">(nan), nan));
}

}  // namespace
}  // namespace litho::test::rsqrt_op
