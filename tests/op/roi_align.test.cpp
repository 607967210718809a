// SPDX-License-Identifier: BSL-1.0
#include <litho/op/roi_align.hpp>

#include "values.hpp"

namespace litho::test::roi_align_op {
namespace {

using i64 = std::int64_t;

constexpr tensor picture() { return f64({1, 1, 4, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}); }
constexpr tensor region() { return f64({1, 4}, {0, 0, 4, 4}); }
constexpr tensor image() { return typed<i64>({1}, {0}); }

constexpr bool values() {
  const tensor y = f64({1, 1, 2, 2}, {2.5, 4.5, 10.5, 12.5});
  return same(eager<"roi_align", {.height = 2, .width = 2, .samples = 2}>(picture(), region(), image()), y) &&
         same(eager<"roi_align", {.height = 2, .width = 2, .samples = 1}>(picture(), region(), image()), y) &&
         same(eager<"roi_align", {.height = 2, .width = 2}>(picture(), region(), image()), y) &&
         same(
             eager<"roi_align", {.height = 2, .width = 2, .scale = 0.5}>(picture(), f64({1, 4}, {0, 0, 8, 8}), image()),
             y) &&
         same(eager<"roi_align", {.height = 2, .width = 2, .half_pixel = false}>(picture(), region(), image()),
              f64({1, 1, 2, 2}, {5, 6.75, 12, 13.75})) &&
         same(eager<"roi_align", {.samples = 1, .half_pixel = false, .largest = true}>(
                  picture(), f64({1, 4}, {0, 0, 1, 1}), image()),
              f64({1, 1, 1, 1}, {1.25})) &&
         same(eager<"roi_align", {.samples = 1, .half_pixel = false}>(picture(), f64({1, 4}, {2, 2, 0, 0}), image()),
              f64({1, 1, 1, 1}, {12.5})) &&
         // Of a region of 2^40 elements only the samples within the picture are looked at.
         same(eager<"roi_align", {.half_pixel = false, .largest = true}>(
                  picture(), f64({1, 4}, {-0x1p40, -0x1p40, 0x1p40, 0x1p40}), image()),
              f64({1, 1, 1, 1}, {0})) &&
         same(eager<"roi_align", {.width = 2}>(picture(), f64({2, 4}, {-inf, -inf, inf, inf, inf, 0, inf, 4}),
                                               typed<i64>({2}, {0, 0})),
              f64({2, 1, 1, 2}, {0, 0, 0, 0})) &&
         // Nothing lies in a region that ends before it begins.
         same(eager<"roi_align", {}>(picture(), f64({1, 4}, {2, 2, 0, 0}), image()), f64({1, 1, 1, 1}, {0})) &&
         same(eager<"roi_align", {.samples = 2, .half_pixel = false, .largest = true}>(
                  f64({1, 1, 2, 2}, {-4, -4, -4, -4}), f64({2, 4}, {0, 0, 1, 1, -4, 0, 1, 1}), typed<i64>({2}, {0, 0})),
              f64({2, 1, 1, 1}, {-0.25, 0})) &&
         same(eager<"roi_align", {.samples = 1}>(picture(), f64({1, 4}, {90, 0, 99, 1}), image()),
              f64({1, 1, 1, 1}, {0})) &&
         same(eager<"roi_align", {}>(f64({2, 1, 1, 1}, {5, 7}), f64({2, 4}, {0, 0, 1, 1, 0, 0, 1, 1}),
                                     typed<i64>({2}, {1, -9})),
              f64({2, 1, 1, 1}, {7, 5}));
}

constexpr bool types() {
  const tensor_type x = f32({2, 3, 8, 8});
  return gives<"roi_align">(f32({5, 3, 7, 6}), {x, f32({5, 4}), typed<i64>({5})}, {.height = 7, .width = 6}) &&
         refuses<"roi_align">("litho::roi_align: regions must be [R,4]: got f32[5,3]",
                              {x, f32({5, 3}), typed<i64>({5})}) &&
         refuses<"roi_align">("litho::roi_align: images must be [5] of i32 or i64: got f32[5]",
                              {x, f32({5, 4}), f32({5})}) &&
         refuses<"roi_align">("litho::roi_align: the size must be 1 or more: 0 x 1", {x, f32({5, 4}), typed<i64>({5})},
                              {.height = 0}) &&
         prints<"roi_align">("height=7 width=6 samples=2 scale=0.5 half_pixel=0 largest=1",
                             {7, 6, 2, 0.5, false, true});
}

TEST_CASE("roi_align") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::roi_align_op
