// SPDX-License-Identifier: BSL-1.0
#include <litho/op/conv.hpp>

#include "values.hpp"

namespace litho::test::conv_op {
namespace {

constexpr tensor counted(shape dims) {
  tensor result{f32(dims), {}, {}};
  for (std::int64_t i = 0; i < dims.product(); ++i) result.values.push_back(static_cast<float>(i));
  return result;
}
constexpr tensor ones(shape dims) {
  tensor result{f32(dims), {}, {}};
  for (std::int64_t i = 0; i < dims.product(); ++i) result.values.push_back(1.0F);
  return result;
}

constexpr bool values() {
  const tensor w = ones({1, 1, 3, 3});
  return same(eager<"conv", {.before = {1, 1}, .after = {1, 1}}>(counted({1, 1, 5, 5}), w),
              f32({1, 1, 5, 5}, {12,  21, 27, 33,  24,  33,  54,  63, 72,  51,  63,  99, 108,
                                 117, 81, 93, 144, 153, 162, 111, 72, 111, 117, 123, 84})) &&
         same(eager<"conv", {.stride = {2, 2}, .before = {1, 0}, .after = {1, 0}}>(counted({1, 1, 7, 5}), w),
              f32({1, 1, 4, 2}, {21, 33, 99, 117, 189, 207, 171, 183})) &&
         same(eager<"conv", {.before = {1}, .after = {0}}>(f32({1, 1, 3}, {1, 2, 3}), f32({2, 1, 2}, {1, 10, 1, -1}),
                                                           f32({2}, {0, 100})),
              f32({1, 2, 3}, {10, 21, 32, 99, 99, 99})) &&
         same(eager<"conv", {.dilation = {2}, .groups = 2}>(f32({1, 2, 4}, {1, 2, 3, 4, 5, 6, 7, 8}),
                                                            f32({2, 1, 2}, {1, 1, 1, -1})),
              f32({1, 2, 2}, {4, 6, -2, -2})) &&
         same(eager<"conv", {.stride = {1, 1, 2}}>(counted({1, 2, 2, 2, 4}), ones({1, 2, 2, 2, 2})),
              f32({1, 1, 1, 1, 2}, {232, 264}));
}

constexpr bool types() {
  const tensor_type x = f32({2, 4, 8, 8, 8});
  return gives<"conv">(f32({2, 6, 4, 7, 8}), {x, f32({6, 2, 3, 3, 3}), f32({6})},
                       {.stride = {2, 1, 1}, .before = {1, 0, 1}, .after = {1, 1, 1}, .groups = 2}) &&
         refuses<"conv">("litho::conv: ranks differ: input f32[2,4,8,8,8], weights f32[6,4,3] (5 vs 3)",
                         {x, f32({6, 4, 3})}) &&
         refuses<"conv">("litho::conv: channels differ: input f32[2,4,8,8,8], weights f32[6,3,1,1,1] (4 vs 3)",
                         {x, f32({6, 3, 1, 1, 1})}) &&
         refuses<"conv">(
             "litho::conv: channels do not split into 3 groups: input f32[2,4,8,8,8], weights f32[6,3,1,1,1]",
             {x, f32({6, 3, 1, 1, 1})}, {.groups = 3}) &&
         refuses<"conv">("litho::conv: bias must be [O]: got f32[5] for weights f32[6,4,1,1,1]",
                         {x, f32({6, 4, 1, 1, 1}), f32({5})}) &&
         refuses<"conv">("litho::conv: window does not fit: input f32[2,4,8,8,8], 9 taps on axis 2",
                         {x, f32({6, 4, 9, 1, 1})}) &&
         prints<"conv">("stride=[2] dilation=[] before=[1] after=[0] groups=1",
                        {.stride = {2}, .before = {1}, .after = {0}});
}

TEST_CASE("conv") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::conv_op
