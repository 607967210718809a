// SPDX-License-Identifier: BSL-1.0
#include <litho/op/conv1d.hpp>

#include "decomposed.hpp"
#include "values.hpp"

namespace litho::test::conv1d_op {
namespace {

constexpr bool values() {
  const tensor x = f32({1, 1, 5}, {1, 2, 3, 4, 5});
  const tensor w = f32({1, 1, 3}, {1, 2, 3});
  return same(eager<"conv1d">(x, w), f32({1, 1, 3}, {14, 20, 26})) &&
         same(eager<"conv1d", {.stride = 2, .pad_before = 1}>(x, w), f32({1, 1, 2}, {8, 20})) &&
         same(eager<"conv1d", {.pad_after = 2, .dilation = 2}>(x, w, f32({1}, {100})), f32({1, 1, 3}, {122, 110, 113}));
}

constexpr bool types() {
  const tensor_type x = f32({2, 4, 9});
  const tensor_type w = f32({6, 2, 3});
  return gives<"conv1d">(f32({2, 6, 5}), {x, w, f32({6})},
                         {.stride = 2, .pad_before = 1, .pad_after = 1, .groups = 2}) &&
         refuses<"conv1d">("litho::conv1d: channels differ: input f32[2,4,9], weights f32[6,2,3] (4 vs 2)", {x, w}) &&
         refuses<"conv1d">("litho::conv1d: padding must not be negative: got 0 and -1", {x, w}, {.pad_after = -1}) &&
         refuses<"conv1d">("litho::conv1d: window does not fit: input f32[2,4,2], weights f32[6,4,3]",
                           {f32({2, 4, 2}), f32({6, 4, 3})}) &&
         !infer<"conv1d">({x, w, f32({5})}, {.groups = 2}).ok() && !infer<"conv1d">({f32({4, 9}), w}).ok() &&
         !infer<"conv1d">({x, w}, {.stride = 0, .groups = 2}).ok() &&
         prints<"conv1d">("stride=2 pad_before=1 pad_after=3 dilation=1 groups=2",
                          {.stride = 2, .pad_before = 1, .pad_after = 3, .groups = 2});
}

TEST_CASE("conv1d") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());

  const tensor x = f64({1, 2, 5}, {1, -2, 3, 4, 5, 0.5, 2, -1, 0, 7});
  const tensor w = f64({2, 1, 3}, {1, 2, 3, -1, 0, 2});
  const tensor b = f64({2}, {10, -10});
  constexpr conv1d_attributes a{.stride = 2, .pad_before = 2, .pad_after = 1, .groups = 2};
  REQUIRE(same(decomposed<"conv1d">(a, x, w, b), eager<"conv1d", a>(x, w, b)));
  REQUIRE(same(decomposed<"conv1d">(a, x, w), eager<"conv1d", a>(x, w)));
}

}  // namespace
}  // namespace litho::test::conv1d_op
