// SPDX-License-Identifier: BSL-1.0
#include <litho/op/div.hpp>

#include "values.hpp"

namespace litho::test::div_op {
namespace {

constexpr bool values() {
  return same(eager<"div">(f32({2, 2}, {1, 2, 3, 4}), f32({2}, {2, -4})), f32({2, 2}, {0.5f, -0.5f, 1.5f, -1})) &&
         same(at<"div">(1, inf), 0.0) && same(at<"div">(-0.0, 1), -0.0) &&
         refuses<"div">("litho::div: shapes do not broadcast: f32[2] and f32[3]", {f32({2}), f32({3})});
}

TEST_CASE("div") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  REQUIRE(same(at<"div">(1, 0.0), inf));  // constant evaluation does not divide by zero
  REQUIRE(same(at<"div">(1, -0.0), -inf));
  REQUIRE(same(at<"div">(0, 0), nan));
}

}  // namespace
}  // namespace litho::test::div_op
