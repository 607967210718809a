// SPDX-License-Identifier: BSL-1.0
#include <litho/op/add.hpp>

#include "values.hpp"

namespace litho::test::add_op {
namespace {

constexpr bool values() {
  return same(eager<"add">(f32({2, 3}, {1, 2, 3, 4, 5, 6}), f32({3}, {10, 20, 30})),
              f32({2, 3}, {11, 22, 33, 14, 25, 36})) &&
         same(at<"add">(-0.0, -0.0), -0.0) && same(at<"add">(-0.0, 0.0), 0.0);
}

constexpr bool types() {
  const tensor_type blocked = f32({1, 3, 4, 4}).with(format::nc1hwc0, 16);
  return gives<"add">(f32({2, 3, 4}), {f32({2, 1, 4}), f32({3, 1})}) &&
         gives<"add">(f32({0, 3}), {f32({0, 1}), f32({3})}) &&
         refuses<"add">("litho::add: shapes do not broadcast: f32[2,3] and f32[2,4]", {f32({2, 3}), f32({2, 4})}) &&
         refuses<"add">("litho::add: element types differ: f32[2] and f64[2]", {f32({2}), f64({2})}) &&
         gives<"add">(blocked, {f32({4, 1}), blocked}) && !infer<"add">({blocked, f32({1, 3, 1, 1})}).ok() &&
         !infer<"add">({blocked, f32({1, 3, 4, 4}).with(format::nc1hwc0, 8)}).ok();
}

TEST_CASE("add") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
  REQUIRE(same(at<"add">(inf, -inf), nan));
}

}  // namespace
}  // namespace litho::test::add_op
