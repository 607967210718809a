// SPDX-License-Identifier: BSL-1.0
#include <litho/op/neg.hpp>

#include "values.hpp"

namespace litho::test::neg_op {
namespace {

constexpr bool values() {
  return same(eager<"neg">(f64({6}, {1, -2.5, 0.0, -0.0, inf, nan})), f64({6}, {-1, 2.5, -0.0, 0.0, -inf, nan}));
}

TEST_CASE("neg") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::neg_op
