// SPDX-License-Identifier: BSL-1.0
#include <litho/op/silu.hpp>

#include "values.hpp"

namespace litho::test::silu_op {
namespace {

constexpr bool values() {
  return close(eager<"silu">(f64({5}, {0.0, 1, -1, inf, -1000})),
               f64({5}, {0.0, 0.7310585786300049, -0.2689414213699951, inf, -0.0}));
}

TEST_CASE("silu") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  REQUIRE(same(at<"silu">(-inf), nan));
  REQUIRE(same(at<"silu">(nan), nan));
}

}  // namespace
}  // namespace litho::test::silu_op
