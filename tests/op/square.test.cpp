// SPDX-License-Identifier: BSL-1.0
#include <litho/op/square.hpp>

#include "values.hpp"

namespace litho::test::square_op {
namespace {

constexpr bool values() {
  return same(eager<"square">(f64({4}, {3, -0.5, -0.0, -inf})), f64({4}, {9, 0.25, 0.0, inf}));
}

TEST_CASE("square") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  REQUIRE(same(at<"square">(nan), nan));
}

}  // namespace
}  // namespace litho::test::square_op
