// SPDX-License-Identifier: BSL-1.0
#include <litho/op/conv_transpose.hpp>

#include "decomposed.hpp"
#include "values.hpp"

namespace litho::test::conv_transpose_op {
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
  const tensor x = counted({1, 1, 3, 3});
  const tensor w = ones({1, 1, 3, 3});
  return same(eager<"conv_transpose">(counted({1, 1, 3}), ones({1, 2, 3})),
              f32({1, 2, 5}, {0, 1, 3, 3, 2, 0, 1, 3, 3, 2})) &&
         same(eager<"conv_transpose">(x, w), f32({1, 1, 5, 5}, {0,  1,  3, 3,  2,  3,  8,  15, 12, 7,  9,  21, 36,
                                                                27, 15, 9, 20, 33, 24, 13, 6,  13, 21, 15, 8})) &&
         same(eager<"conv_transpose", {.stride = {3, 2}, .before = {1, 2}, .after = {1, 2}}>(x, w),
              f32({1, 1, 7, 3}, {1, 1, 3, 1, 1, 3, 7, 4, 9, 7, 4, 9, 7, 4, 9, 13, 7, 15, 13, 7, 15})) &&
         same(eager<"conv_transpose", {.dilation = {2, 2}}>(f32({1, 1, 3, 3}, {3, 8, 1, 9, 5, 7, 3, 2, 6}),
                                                            f32({1, 1, 2, 2}, {7, 2, 1, 9})),
              f32({1, 1, 5, 5},
                  {21, 56, 13, 16, 2, 63, 35, 67, 10, 14, 24, 22, 76, 76, 21, 9, 5, 88, 45, 63, 3, 2, 33, 18, 54}));
}
constexpr bool more_values() {
  return same(eager<"conv_transpose", {.groups = 2}>(counted({1, 2, 3, 3}), ones({2, 1, 3, 3})),
              f32({1, 2, 5, 5}, {0,  1,  3,  3,   2,  3,  8,  15, 12, 7,  9,  21, 36, 27, 15, 9,  20,
                                 33, 24, 13, 6,   13, 21, 15, 8,  9,  19, 30, 21, 11, 21, 44, 69, 48,
                                 25, 36, 75, 117, 81, 42, 27, 56, 87, 60, 31, 15, 31, 48, 33, 17})) &&
         same(eager<"conv_transpose", {.stride = {2}, .output_padding = {1}}>(f32({1, 1, 2}, {1, 2}),
                                                                              f32({1, 1, 1}, {3}), f32({1}, {10})),
              f32({1, 1, 4}, {13, 10, 16, 10})) &&
         same(eager<"conv_transpose", {.before = {-1}, .after = {0}}>(f32({1, 1, 2}, {1, 2}), f32({1, 1, 1}, {3})),
              f32({1, 1, 3}, {0, 3, 6})) &&
         same(eager<"conv_transpose">(f32({1, 2, 1, 1, 2}, {1, 2, 3, 4}), f32({2, 1, 1, 2, 1}, {1, 10, 100, 1000})),
              f32({1, 1, 1, 2, 2}, {301, 402, 3010, 4020}));
}

constexpr bool types() {
  const tensor_type x = f32({2, 4, 8, 8});
  return more_values() &&
         gives<"conv_transpose">(
             f32({2, 6, 16, 9}), {x, f32({4, 3, 3, 3}), f32({6})},
             {.stride = {2, 1}, .before = {1, 1}, .after = {1, 0}, .output_padding = {1, 0}, .groups = 2}) &&
         refuses<"conv_transpose">(
             "litho::conv_transpose: channels differ: input f32[2,4,8,8], weights f32[3,3,3,3] (4 vs 3)",
             {x, f32({3, 3, 3, 3})}) &&
         refuses<"conv_transpose">("litho::conv_transpose: bias must be [3]: got f32[5] for weights f32[4,3,3,3]",
                                   {x, f32({4, 3, 3, 3}), f32({5})}) &&
         refuses<"conv_transpose">(
             "litho::conv_transpose: nothing is left on axis 3: input f32[2,4,8,8], weights f32[4,3,3,3]",
             {x, f32({4, 3, 3, 3})}, {.before = {0, 10}}) &&
         !infer<"conv_transpose">({x, f32({4, 3, 3, 3})}, {.stride = {most_elements, most_elements}}).ok() &&
         prints<"conv_transpose">("stride=[2] dilation=[] before=[] after=[] output_padding=[1] groups=1",
                                  {.stride = {2}, .output_padding = {1}});
}

/// Numbers without a pattern that a wrong index would keep.
tensor mixed(shape dims, int seed) {
  tensor result{f32(dims), {}, {}};
  for (std::int64_t i = 0; i < dims.product(); ++i)
    result.values.push_back(static_cast<float>((i * i * 7 + seed * i + seed) % 13 - 6));
  return result;
}
template <conv_transpose_attributes A>
bool is_composed(const tensor& x, const tensor& w, const tensor& b) {
  return same(decomposed<"conv_transpose">(A, x, w), eager<"conv_transpose", A>(x, w)) &&
         same(decomposed<"conv_transpose">(A, x, w, b), eager<"conv_transpose", A>(x, w, b));
}

TEST_CASE("conv_transpose is a convolution") {
  const tensor picture = mixed({2, 4, 3, 5}, 1);
  const tensor w = mixed({4, 3, 3, 2}, 2);
  const tensor six = mixed({6}, 3);
  CHECK(is_composed<{}>(picture, w, mixed({3}, 3)));
  CHECK(is_composed<{.stride = {2, 3}, .before = {1, 0}, .after = {0, 1}, .output_padding = {1, 2}}>(picture, w,
                                                                                                     mixed({3}, 3)));
  CHECK(is_composed<{.stride = {1, 2}, .dilation = {2, 3}, .groups = 2}>(picture, w, six));
  CHECK(is_composed<{.stride = {3, 3}, .before = {2, 4}, .after = {3, 2}, .groups = 2}>(picture, w, six));  // cuts x
  CHECK(is_composed<{.before = {-1, -2}, .after = {-2, 0}}>(picture, w, mixed({3}, 3)));
  CHECK(
      is_composed<{.stride = {2}, .after = {1}, .groups = 4}>(mixed({1, 4, 6}, 4), mixed({4, 1, 4}, 5), mixed({4}, 6)));
  CHECK(is_composed<{.stride = {2, 1, 2}, .before = {0, 1, 0}}>(mixed({1, 2, 2, 3, 2}, 4), mixed({2, 2, 2, 2, 3}, 5),
                                                                mixed({2}, 6)));
}

TEST_CASE("conv_transpose of any stride, window and padding is its composition") {
  const tensor x = mixed({1, 2, 4}, 1);
  for (std::int64_t stride : {1, 2, 3, 5})
    for (std::int64_t size : {1, 2, 3, 4, 5, 7})
      for (std::int64_t before : {-3, 0, 1, 4})
        for (std::int64_t after : {-2, 0, 3})
          for (std::int64_t more : {0, 2}) {
            const conv_transpose_attributes a{
                .stride = {stride}, .before = {before}, .after = {after}, .output_padding = {more}};
            const tensor w = mixed({2, 3, size}, 2);
            const tensor_type types[] = {x.type, w.type};
            const inferred out = op<"conv_transpose">::infer(types, a);
            if (!out.ok()) continue;
            tensor expected{out.type, {}, {}};
            const tensor* const inputs[] = {&x, &w};
            op<"conv_transpose">::eval(inputs, a, expected);
            CAPTURE(stride, size, before, after, more);
            CHECK(same(decomposed<"conv_transpose">(a, x, w), expected));
          }
}

TEST_CASE("conv_transpose in two dimensions is a convolution of each of its phases") {
  const tensor picture = mixed({2, 4, 3, 5}, 1);
  const tensor b = mixed({3}, 3);
  const tensor w = mixed({4, 3, 3, 2}, 2);
  const tensor large = mixed({4, 3, 4, 4}, 2);
  CHECK(is_composed<{.stride = {2, 2}}>(picture, w, b));
  CHECK(is_composed<{.stride = {3, 2}}>(picture, large, b));
  CHECK(is_composed<{.stride = {2, 2}, .before = {1, 1}, .after = {1, 1}}>(picture, large, b));
  CHECK(is_composed<{.stride = {4, 3}, .before = {1, 0}, .after = {2, 1}}>(picture, w, b));  // wider than the window
  CHECK(is_composed<{.stride = {2, 1}, .before = {-3, -1}, .after = {0, -2}}>(picture, large, b));
  CHECK(is_composed<{.stride = {2, 2}, .before = {3, 5}, .after = {2, 4}}>(picture, large, b));  // cuts x
  CHECK(is_composed<{.stride = {1, 4}, .output_padding = {1, 9}}>(picture, w, b));
  CHECK(is_composed<{.stride = {2, 2}, .before = {7, 0}, .output_padding = {4, 0}}>(picture, w, b));  // sees none of x
}

TEST_CASE("conv_transpose") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::conv_transpose_op
