// SPDX-License-Identifier: BSL-1.0
#include <litho/op/log.hpp>

#include "values.hpp"

namespace litho::test::log_op {
namespace {

constexpr bool values() {
  return close(eager<"log">(f64({6}, {1, 2.718281828459045, 10, 0, inf, 5e-324})),
               f64({6}, {0, 1, 2.302585092994046, -inf, inf, -744.4400719213812}));
}

TEST_CASE("log") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  REQUIRE(same(at<"log">(-1), nan));
  REQUIRE(same(at<"log">(nan), nan));
}

}  // namespace
}  // namespace litho::test::log_op
