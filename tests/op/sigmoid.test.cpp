// SPDX-License-Identifier: BSL-1.0
#include <litho/op/sigmoid.hpp>

#include "values.hpp"

namespace litho::test::sigmoid_op {
namespace {

constexpr bool values() {
  return close(eager<"sigmoid">(f64({6}, {0, 1, -1, -inf, inf, -1000})),
               f64({6}, {0.5, 0.7310585786300049, 0.2689414213699951, 0, 1, 0}));
}

TEST_CASE("sigmoid") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  REQUIRE(same(at<"sigmoid">(nan), nan));
}

}  // namespace
}  // namespace litho::test::sigmoid_op
