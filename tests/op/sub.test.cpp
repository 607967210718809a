// SPDX-License-Identifier: BSL-1.0
#include <litho/op/sub.hpp>

#include "values.hpp"

namespace litho::test::sub_op {
namespace {

constexpr bool values() {
  return same(eager<"sub">(f32({2}, {1, 2}), f32({2, 1}, {10, 20})), f32({2, 2}, {-9, -8, -19, -18})) &&
         same(at<"sub">(-0.0, 0.0), -0.0) && same(at<"sub">(0.0, 0.0), 0.0) && same(at<"sub">(-inf, 0.0), -inf) &&
         refuses<"sub">("litho::sub: shapes do not broadcast: f32[2] and f32[3]", {f32({2}), f32({3})});
}

TEST_CASE("sub") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  REQUIRE(same(at<"sub">(inf, inf), nan));
}

}  // namespace
}  // namespace litho::test::sub_op
