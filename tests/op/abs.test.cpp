// SPDX-License-Identifier: BSL-1.0
#include <litho/op/abs.hpp>

#include "values.hpp"

namespace litho::test::abs_op {
namespace {

constexpr bool values() {
  return same(eager<"abs">(f64({6}, {1, -2.5, 0.0, -0.0, -inf, nan})), f64({6}, {1, 2.5, 0.0, 0.0, inf, nan}));
}

TEST_CASE("abs") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::abs_op
