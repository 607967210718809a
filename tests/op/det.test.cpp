// SPDX-License-Identifier: BSL-1.0
#include <litho/op/det.hpp>

#include "values.hpp"

namespace litho::test::det_op {
namespace {

constexpr bool values() {
  return same(eager<"det">(f64({2, 2}, {0, 1, 2, 3})), f64({}, {-2})) &&
         close(eager<"det">(f64({3, 2, 2}, {1, 2, 3, 4, 1, 2, 2, 1, 1, 3, 3, 1})), f64({3}, {-2, -3, -8})) &&
         close(eager<"det">(f64({3, 3}, {2, 0, 1, 1, 3, 2, 1, 1, 4})), f64({}, {18})) &&
         same(eager<"det">(f64({2, 2}, {1, 2, 2, 4})), f64({}, {0})) &&
         same(eager<"det">(f64({1, 0, 0}, {})), f64({1}, {1}));
}

constexpr bool types() {
  return gives<"det">(f32({5}), {f32({5, 3, 3})}) &&
         refuses<"det">("litho::det: input must be square matrices: got f32[2,3]", {f32({2, 3})}) &&
         prints<"det">("", {});
}

TEST_CASE("det") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::det_op
