// SPDX-License-Identifier: BSL-1.0
#include <litho/op/lrn.hpp>

#include "values.hpp"

namespace litho::test::lrn_op {
namespace {

constexpr bool values() {
  const tensor x = f64({1, 4, 1}, {1, 2, 3, 4});
  return same(eager<"lrn", {.size = 3, .alpha = 3, .beta = 1, .bias = 0}>(x),
              f64({1, 4, 1}, {1 / 5.0, 2 / 14.0, 3 / 29.0, 4 / 25.0})) &&
         same(eager<"lrn", {.size = 2, .alpha = 2, .beta = 1, .bias = 1}>(x),
              f64({1, 4, 1}, {1 / 6.0, 2 / 14.0, 3 / 26.0, 4 / 17.0})) &&
         same(eager<"lrn", {.size = most_elements * 1024, .alpha = 0, .beta = 2, .bias = 2}>(x),
              f64({1, 4, 1}, {0.25, 0.5, 0.75, 1})) &&
         close(eager<"lrn", {}>(f64({1, 1, 2}, {1, 100})), f64({1, 1, 2}, {0.999925006562, 59.4603557501361}), 1e-9);
}

constexpr bool types() {
  return gives<"lrn">(f32({2, 3, 4}), {f32({2, 3, 4})}, {.size = 5}) &&
         refuses<"lrn">("litho::lrn: size must be 1 or more: 0 for f32[2,3]", {f32({2, 3})}, {.size = 0}) &&
         refuses<"lrn">("litho::lrn: input must be [N,C,...]: got f32[3] (rank 1)", {f32({3})}) &&
         prints<"lrn">("size=5 alpha=0.5 beta=1 bias=2", {5, 0.5, 1, 2});
}

TEST_CASE("lrn") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::lrn_op
