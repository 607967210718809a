// SPDX-License-Identifier: BSL-1.0
#include <litho/op/interleave.hpp>

#include "values.hpp"

namespace litho::test::interleave_op {
namespace {

constexpr bool types() {
  const tensor_type x = f32({2, 3, 4, 5});
  const interleave_attributes two{{1, 2}};
  return gives<"interleave">(f32({2, 3, 4, 10}), {x, x}, two) &&
         gives<"interleave">(f32({2, 3, 4, 10}).with(format::nc1hwc0, 16),
                             {x.with(format::nc1hwc0, 16), x.with(format::nc1hwc0, 16)}, two) &&
         gives<"interleave">(f32({1, 1, 6}), {f32({1, 1, 2}), f32({1, 1, 2}), f32({1, 1, 2})}, {{3}}) &&
         refuses<"interleave">("litho::interleave: 2 inputs take turns, not 1: f32[2,3,4,5]", {x}, two) &&
         refuses<"interleave">("litho::interleave: inputs differ: f32[2,3,4,5] and f32[2,3,5,5]",
                               {x, f32({2, 3, 5, 5})}, two) &&
         refuses<"interleave">("litho::interleave: counts need one number per spatial axis of f32[2,3,4]: 2",
                               {f32({2, 3, 4}), f32({2, 3, 4})}, two) &&
         refuses<"interleave">("litho::interleave: 0 inputs cannot take turns: f32[2,3,4,5]", {x}, {{0, 1}}) &&
         !infer<"interleave">({f32({2, 3})}, {}).ok() && prints<"interleave">("counts=[1,2]", two);
}

constexpr bool values() {
  return eager<"interleave", {{2, 1}}>(f32({1, 1, 2, 2}, {1, 2, 3, 4}), f32({1, 1, 2, 2}, {5, 6, 7, 8})).values ==
             vec<number>{1, 2, 5, 6, 3, 4, 7, 8} &&
         eager<"interleave", {{2, 2}}>(f32({1, 2, 1, 1}, {1, 2}), f32({1, 2, 1, 1}, {3, 4}), f32({1, 2, 1, 1}, {5, 6}),
                                       f32({1, 2, 1, 1}, {7, 8}))
                 .values == vec<number>{1, 3, 5, 7, 2, 4, 6, 8};
}

TEST_CASE("interleave") {
  STATIC_REQUIRE(types());
  REQUIRE(types());
  STATIC_REQUIRE(values());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::interleave_op
