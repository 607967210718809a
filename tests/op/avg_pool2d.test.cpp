// SPDX-License-Identifier: BSL-1.0
#include <litho/op/avg_pool2d.hpp>

#include "values.hpp"

namespace litho::test::avg_pool2d_op {
namespace {

constexpr bool values() {
  const tensor x = f64({1, 1, 4, 4}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16});
  const tensor y = f64({1, 1, 2, 2}, {1, 2, 3, 4});
  return same(eager<"avg_pool2d", {.kernel = 2}>(x), f64({1, 1, 2, 2}, {3.5, 5.5, 11.5, 13.5})) &&
         same(eager<"avg_pool2d", {.kernel = 2, .stride = 1, .pad = 1}>(y),
              f64({1, 1, 3, 3}, {1, 1.5, 2, 2, 2.5, 3, 3, 3.5, 4})) &&
         same(eager<"avg_pool2d", {.kernel = 2, .stride = 1, .pad = 1, .count_padding = true}>(y),
              f64({1, 1, 3, 3}, {0.25, 0.75, 0.5, 1, 2.5, 1.5, 0.75, 1.75, 1}));
}

constexpr bool types() {
  const tensor_type x = f32({2, 3, 5, 5});
  return gives<"avg_pool2d">(f32({2, 3, 2, 2}), {x}, {.kernel = 2}) &&
         refuses<"avg_pool2d">("litho::avg_pool2d: input must be [N,C,H,W]: got f32[3,5,5] (rank 3)",
                               {f32({3, 5, 5})}) &&
         prints<"avg_pool2d">("kernel=[3,2] stride=[0,0] pad=[1,0,1,0] count_padding=1",
                              {.kernel = {3, 2}, .pad = {1, 0}, .count_padding = true});
}

TEST_CASE("avg_pool2d") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::avg_pool2d_op
