// SPDX-License-Identifier: BSL-1.0
#include <litho/op/exp.hpp>

#include "values.hpp"

namespace litho::test::exp_op {
namespace {

constexpr bool values() {
  return close(eager<"exp">(f64({7}, {0, 1, -1, -inf, inf, -745.5, 709.0})),
               f64({7}, {1, 2.718281828459045, 0.36787944117144233, 0, inf, 0, 8.218407461554972e307}));
}

TEST_CASE("exp") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  REQUIRE(same(at<"exp">(nan), nan));
}

}  // namespace
}  // namespace litho::test::exp_op
