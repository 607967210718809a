// SPDX-License-Identifier: BSL-1.0
#include <litho/op/tanh.hpp>

#include "values.hpp"

namespace litho::test::tanh_op {
namespace {

constexpr bool values() {
  return close(eager<"tanh">(f64({7}, {0.0, -0.0, 1, -0.25, -inf, inf, 30})),
               f64({7}, {0.0, -0.0, 0.7615941559557649, -0.24491866240370913, -1, 1, 1}));
}

TEST_CASE("tanh") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  REQUIRE(same(at<"tanh">(nan), nan));
}

}  // namespace
}  // namespace litho::test::tanh_op
