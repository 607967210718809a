// SPDX-License-Identifier: BSL-1.0
#include <litho/op/relu6.hpp>

#include "values.hpp"

namespace litho::test::relu6_op {
namespace {

constexpr bool values() {
  return same(eager<"relu6">(f64({7}, {1, -2.5, 6.5, -0.0, -inf, inf, nan})), f64({7}, {1, 0.0, 6, -0.0, 0.0, 6, nan}));
}

TEST_CASE("relu6") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::relu6_op
