// SPDX-License-Identifier: BSL-1.0
#include <litho/op/erf.hpp>

#include "values.hpp"

namespace litho::test::erf_op {
namespace {

constexpr bool values() {
  return close(eager<"erf">(f64({8}, {0.0, -0.0, 0.5, -1, 2, -inf, inf, 7})),
               f64({8}, {0.0, -0.0, 0.5204998778130465, -0.8427007929497149, 0.9953222650189527, -1, 1, 1}));
}

TEST_CASE("erf") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  REQUIRE(same(at<"erf">(nan), nan));
}

}  // namespace
}  // namespace litho::test::erf_op
