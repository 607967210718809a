// SPDX-License-Identifier: BSL-1.0
#include <litho/op/sqrt.hpp>

#include "values.hpp"

namespace litho::test::sqrt_op {
namespace {

constexpr bool values() {
  return close(eager<"sqrt">(f64({5}, {4, 2, 0.25, 1e300, inf})), f64({5}, {2, 1.4142135623730951, 0.5, 1e150, inf}));
}

TEST_CASE("sqrt") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  REQUIRE(same(at<"sqrt">(-1), nan));
  REQUIRE(same(at<"sqrt">(-0.0), -0.0));
  REQUIRE(same(at<"sqrt">(nan), nan));
}

}  // namespace
}  // namespace litho::test::sqrt_op
