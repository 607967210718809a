// SPDX-License-Identifier: BSL-1.0
#include <litho/op/max_pool.hpp>

#include "values.hpp"

namespace litho::test::max_pool_op {
namespace {

constexpr tensor square4() { return f32({1, 1, 4, 4}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}); }

constexpr bool values() {
  const tensor x = square4();
  const tensor row = f32({1, 2, 4}, {1, nan, 2, 3, 6, 5, 4, 7});
  return same(eager<"max_pool", {.kernel = {2, 2}, .dilation = {2, 2}}>(x), f32({1, 1, 2, 2}, {11, 12, 15, 16})) &&
         same(eager<"max_pool", {.kernel = {3, 3}, .stride = {2, 2}, .ceil = true}>(x),
              f32({1, 1, 2, 2}, {11, 12, 15, 16})) &&
         same(eager<"max_pool", {.kernel = {1, 1}, .stride = {2, 2}, .ceil = true}>(f32({1, 1, 2, 2}, {1, 2, 3, 4})),
              f32({1, 1, 1, 1}, {1})) &&
         same(eager<"max_pool", {.kernel = {2}}>(row), f32({1, 2, 3}, {nan, nan, 3, 6, 5, 7})) &&
         same(eager<"max_pool", {.kernel = {2}, .stride = {2}, .before = {1}, .after = {0}}>(row),
              f32({1, 2, 2}, {1, nan, 6, 5})) &&
         same(eager<"max_pool", {.kernel = {2, 2, 2}}>(f32({1, 1, 2, 2, 2}, {1, 2, 3, 4, 8, 7, 6, 5})),
              f32({1, 1, 1, 1, 1}, {8})) &&
         same(eager<"max_pool", {.kernel = {2}}>(typed<std::int8_t>({1, 1, 3}, {-3, -2, -9})),
              typed<std::int8_t>({1, 1, 2}, {-2, -2})) &&
         same(eager<"max_pool", {.kernel = {2}, .dilation = {2}, .before = {1}, .after = {1}}>(f32({1, 1, 1}, {4})),
              f32({1, 1, 1}, {static_cast<float>(-inf)}));
}

constexpr bool types() {
  const tensor_type x = f32({2, 3, 8, 8});
  return gives<"max_pool">(f32({2, 3, 4, 7}), {x},
                           {.kernel = {3, 3}, .stride = {2, 1}, .before = {1, 0}, .after = {1, 1}}) &&
         gives<"max_pool">(f32({2, 3, 4, 3}), {x}, {.kernel = {2, 3}, .stride = {2, 2}}) &&
         gives<"max_pool">(f32({2, 3, 4, 4}), {x}, {.kernel = {2, 3}, .stride = {2, 2}, .ceil = true}) &&
         refuses<"max_pool">("litho::max_pool: input must be [N,C] and one to three axes: got f32[2,3] (rank 2)",
                             {f32({2, 3})}) &&
         refuses<"max_pool">("litho::max_pool: kernel needs one number per spatial axis of f32[2,3,8,8]: 1 vs 2", {x},
                             {.kernel = {3}}) &&
         refuses<"max_pool">(
             "litho::max_pool: strides, dilations and padding need one number per spatial axis of f32[2,3,8,8]: 1 vs 2",
             {x}, {.kernel = {3, 3}, .after = {1}}) &&
         refuses<"max_pool">("litho::max_pool: kernel, strides and dilations must be 1 or more: 0 for f32[2,3,8,8]",
                             {x}, {.kernel = {3, 3}, .stride = {1, 0}}) &&
         refuses<"max_pool">("litho::max_pool: padding must not be negative: -1 for f32[2,3,8,8]", {x},
                             {.kernel = {3, 3}, .before = {0, -1}}) &&
         refuses<"max_pool">("litho::max_pool: window does not fit: input f32[2,3,8,8], 9 taps on axis 3", {x},
                             {.kernel = {3, 9}}) &&
         !infer<"max_pool">({x}, {.kernel = {most_elements, most_elements}, .dilation = {most_elements, most_elements}})
              .ok() &&
         prints<"max_pool">("kernel=[3] stride=[2] dilation=[] before=[1] after=[0] ceil=1",
                            {.kernel = {3}, .stride = {2}, .before = {1}, .after = {0}, .ceil = true});
}

TEST_CASE("max_pool") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::max_pool_op
