// SPDX-License-Identifier: BSL-1.0
#include <litho/op/concat.hpp>

#include "values.hpp"

namespace litho::test::concat_op {
namespace {

constexpr bool values() {
  const tensor a = f32({2, 1}, {1, 2});
  const tensor b = f32({2, 2}, {3, 4, 5, 6});
  return same(eager<"concat", {.axis = 1}>(a, b, a), f32({2, 4}, {1, 3, 4, 1, 2, 5, 6, 2})) &&
         same(eager<"concat", {.axis = -2}>(b, b), f32({4, 2}, {3, 4, 5, 6, 3, 4, 5, 6})) &&
         same(eager<"concat">(f32({0}, {}), f32({2}, {7, 8})), f32({2}, {7, 8})) && same(eager<"concat">(a), a);
}

constexpr bool types() {
  const tensor_type x = f32({2, 3});
  const auto blocked = [](std::int64_t channels) { return f32({1, channels, 4, 4}).with(format::nc1hwc0, 16); };
  return gives<"concat">(blocked(48), {blocked(32), blocked(16)}, {.axis = 1}) &&
         refuses<"concat">("litho::concat: 8 channels are no multiple of 16 lanes: f32[1,8,4,4]:nc1hwc0/16",
                           {blocked(16), blocked(8)}, {.axis = 1}) &&
         gives<"concat">(f32({1, 8, 8, 4}).with(format::nc1hwc0, 16), {blocked(8), blocked(8)}, {.axis = 2}) &&
         refuses<"concat">("litho::concat: axis 2 is outside of f32[2,3] (rank 2)", {x, x}, {.axis = 2}) &&
         refuses<"concat">("litho::concat: sizes differ outside of the axis: f32[2,3] and f32[2,4] (3 vs 4)",
                           {x, f32({2, 4})}, {.axis = 0}) &&
         refuses<"concat">("litho::concat: ranks differ: f32[2,3] and f32[2] (2 vs 1)", {x, f32({2})}) &&
         refuses<"concat">("litho::concat: element types differ: f32[2,3] and f64[2,3]", {x, f64({2, 3})}) &&
         !infer<"concat">({blocked(16), f32({1, 16, 4, 4})}, {.axis = 1}).ok() && prints<"concat">("axis=-1", {-1});
}

TEST_CASE("concat") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::concat_op
