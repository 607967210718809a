// SPDX-License-Identifier: BSL-1.0
#include <litho/op/clip.hpp>

#include "values.hpp"

namespace litho::test::clip_op {
namespace {

constexpr bool values() {
  return same(eager<"clip", {.low = -1, .high = 2}>(f64({6}, {-3, 1.5, 3, -inf, inf, nan})),
              f64({6}, {-1, 1.5, 2, -1, 2, nan})) &&
         same(eager<"clip">(f64({5}, {-3, -0.0, -inf, inf, nan})), f64({5}, {-3, -0.0, -inf, inf, nan})) &&
         same(eager<"clip", {.low = 2, .high = 1}>(f64({3}, {0, 1.5, 3})), f64({3}, {1, 1, 1}));
}

constexpr bool attributes() {
  return prints<"clip">("low=-inf high=inf", {}) && prints<"clip">("low=-1 high=6.5", {.low = -1, .high = 6.5});
}

TEST_CASE("clip") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(attributes());
  REQUIRE(attributes());
}

}  // namespace
}  // namespace litho::test::clip_op
