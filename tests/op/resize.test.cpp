// SPDX-License-Identifier: BSL-1.0
#include <litho/op/resize.hpp>

#include "values.hpp"

namespace litho::test::resize_op {
namespace {

using i64 = std::int64_t;

// Values of the ONNX specification, which has scales in single precision.
constexpr double tolerance = 1e-6;

constexpr tensor square2() { return f64({1, 1, 2, 2}, {1, 2, 3, 4}); }
constexpr tensor square4() { return f64({1, 1, 4, 4}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}); }
constexpr tensor row4() { return f64({4}, {1, 2, 3, 4}); }
constexpr tensor row10() { return f64({10}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}); }
constexpr tensor oblong() { return f64({1, 1, 2, 4}, {1, 2, 3, 4, 5, 6, 7, 8}); }

constexpr bool nearest() {
  return same(eager<"resize", {.scales = {1, 1, 2, 3}}>(square2()),
              f64({1, 1, 4, 6}, {1, 1, 1, 2, 2, 2, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 3, 3, 3, 4, 4, 4})) &&
         same(eager<"resize", {.scales = {1, 1, 0.6, 0.6}}>(oblong()), f64({1, 1, 1, 2}, {1, 3})) &&
         same(eager<"resize", {.sizes = {1, 1, 1, 3}}>(oblong()), f64({1, 1, 1, 3}, {1, 2, 4})) &&
         same(eager<"resize", {.sizes = 8, .nearest = nearest_floor, .coordinates = align_corners}>(row4()),
              f64({8}, {1, 1, 1, 2, 2, 3, 3, 4})) &&
         same(eager<"resize", {.sizes = 8, .nearest = nearest_ceil}>(row4()), f64({8}, {1, 2, 2, 3, 3, 4, 4, 4})) &&
         same(eager<"resize", {.sizes = 8, .nearest = nearest_prefers_ceil, .coordinates = asymmetric}>(row4()),
              f64({8}, {1, 2, 2, 3, 3, 4, 4, 4})) &&
         same(eager<"resize", {.sizes = 8, .nearest = nearest_floor, .coordinates = asymmetric}>(row4()),
              f64({8}, {1, 1, 2, 2, 3, 3, 4, 4})) &&
         // 0.7 of 10 are 7, and the element at 7 / 0.7 is that at 10, in single precision too.
         same(eager<"resize", {.scales = {0.7F}, .nearest = nearest_floor, .coordinates = asymmetric}>(row10()),
              f64({7}, {0, 1, 2, 4, 5, 7, 8})) &&
         same(eager<"resize", {.scales = {1.1F}, .nearest = nearest_floor, .coordinates = asymmetric}>(row10()),
              f64({11}, {0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9})) &&
         detail::settled(2000000 / 1.25 + 0.8) == 1600000.8 && detail::settled(0x1p24 + 1) == 0x1p24 + 1 &&
         same(eager<"resize", {.scales = {0.6F}, .nearest = nearest_floor}>(row4()), f64({2}, {1, 3})) &&
         same(eager<"resize", {.sizes = {2, 2}}>(typed<bool>({2, 1}, {true, false})),
              typed<bool>({2, 2}, {true, true, false, false}));
}

constexpr bool linear() {
  return same(eager<"resize", {.scales = {1, 1, 2, 2}, .mode = resize_linear}>(square2()),
              f64({1, 1, 4, 4}, {1, 1.25, 1.75, 2, 1.5, 1.75, 2.25, 2.5, 2.5, 2.75, 3.25, 3.5, 3, 3.25, 3.75, 4})) &&
         close(
             eager<"resize", {.scales = {1, 1, 2, 2}, .mode = resize_linear, .coordinates = align_corners}>(square2()),
             f64({1, 1, 4, 4}, {1, 4 / 3.0, 5 / 3.0, 2, 5 / 3.0, 2, 7 / 3.0, 8 / 3.0, 7 / 3.0, 8 / 3.0, 3, 10 / 3.0, 3,
                                10 / 3.0, 11 / 3.0, 4})) &&
         close(eager<"resize", {.scales = {1, 1, 0.6, 0.6}, .mode = resize_linear}>(oblong()),
               f64({1, 1, 1, 2}, {2.6666665, 4.3333331}), tolerance) &&
         close(eager<"resize", {.scales = {1, 1, 0.6, 0.6}, .mode = resize_linear, .coordinates = align_corners}>(
                   oblong()),
               f64({1, 1, 1, 2}, {1, 3.142857}), tolerance) &&
         close(eager<"resize", {.sizes = {1, 1, 3, 1}, .mode = resize_linear, .coordinates = pytorch_half_pixel}>(
                   square4()),
               f64({1, 1, 3, 1}, {1.6666666, 7, 12.333333}), tolerance) &&
         close(eager<"resize", {.scales = {0.6}, .mode = resize_linear, .coordinates = half_pixel_symmetric}>(row4()),
               f64({2}, {1.6666667, 3.3333333}), tolerance) &&
         close(
             eager<"resize", {.scales = {1, 1, 2.3, 2.94}, .mode = resize_linear, .coordinates = half_pixel_symmetric}>(
                 square2()),
             f64({1, 1, 4, 5}, {1,          1.15986395, 1.5,        1.84013605, 2,          1.56521738, 1.72508133,
                                2.06521738, 2.40535343, 2.56521738, 2.43478262, 2.59464657, 2.93478262, 3.27491867,
                                3.43478262, 3,          3.15986395, 3.5,        3.84013605, 4}),
             tolerance) &&
         close(eager<"resize", {.scales = {1, 1, 0.6, 0.6}, .mode = resize_linear, .antialias = true}>(square4()),
               f64({1, 1, 2, 2}, {2.875, 4.5, 9.375, 11}), tolerance) &&
         same(eager<"resize", {.sizes = 4, .mode = resize_linear}>(typed<i64>({2}, {0, 10})),
              typed<i64>({4}, {0, 2, 7, 10}));
}

constexpr bool cropped() {
  return close(eager<"resize", {.sizes = {1, 1, 3, 3},
                                .mode = resize_linear,
                                .coordinates = crop_and_resize,
                                .crop_begin = {0, 0, 0.4, 0.6},
                                .crop_end = {1, 1, 0.6, 0.8}}>(square4()),
               f64({1, 1, 3, 3}, {7.6, 7.9, 8.2, 8.8, 9.1, 9.4, 10, 10.3, 10.6}), tolerance) &&
         close(eager<"resize", {.sizes = {1, 1, 3, 3},
                                .mode = resize_linear,
                                .coordinates = crop_and_resize,
                                .extrapolation = 10,
                                .crop_begin = {0, 0, 0.4, 0.6},
                                .crop_end = {1, 1, 1.2, 1.7}}>(square4()),
               f64({1, 1, 3, 3}, {7.6, 10, 10, 12.4, 10, 10, 10, 10, 10}), tolerance) &&
         close(eager<"resize", {.scales = {4},
                                .mode = resize_linear,
                                .coordinates = crop_and_resize,
                                .crop_begin = {0.25},
                                .crop_end = {0.75}}>(f64({2}, {0, 12})),
               f64({4}, {3, 5, 7, 9}));
}

/// The first elements of a result.
constexpr bool begins(const tensor& x, std::initializer_list<double> row) {
  std::size_t i = 0;
  for (double value : row)
    if (!x.ok() || !close(x.values[i++], value, tolerance)) return false;
  return true;
}

constexpr bool cubic() {
  return begins(eager<"resize", {.scales = {1, 1, 2, 2}, .mode = resize_cubic}>(square4()),
                {0.47265625, 0.76953125, 1.24609375, 1.875, 2.28125, 2.91015625, 3.38671875, 3.68359375, 1.66015625}) &&
         begins(eager<"resize", {.scales = {1, 1, 2, 2}, .mode = resize_cubic, .coordinates = asymmetric}>(square4()),
                {1, 1.40625, 2, 2.5, 3, 3.59375, 4, 4.09375, 2.625}) &&
         begins(
             eager<"resize", {.scales = {1, 1, 2, 2}, .mode = resize_cubic, .cubic_a = -0.5, .exclude_outside = true}>(
                 square4()),
             {0.55882353, 0.81494204, 1.35698249, 1.89705882, 2.39705882, 2.93713516, 3.47917561, 3.73529412}) &&
         close(eager<"resize", {.scales = {1, 1, 0.8, 0.8}, .mode = resize_cubic}>(square4()),
               f64({1, 1, 3, 3}, {1.47119141, 2.78125, 4.08251953, 6.71142578, 8.02148438, 9.32275391, 11.91650391,
                                  13.2265625, 14.52783203}),
               tolerance) &&
         begins(eager<"resize", {.scales = {1, 1, 0.8, 0.8}, .mode = resize_cubic, .coordinates = align_corners}>(
                    square4()),
                {1, 2.39519159, 3.79038317}) &&
         close(eager<"resize", {.scales = {1, 1, 0.6, 0.6}, .mode = resize_cubic, .antialias = true}>(square4()),
               f64({1, 1, 2, 2}, {2.5180721, 4.2858863, 9.589329, 11.357142}), tolerance);
}

constexpr bool types() {
  const tensor_type x = f32({2, 3, 8});
  return gives<"resize">(f32({2, 3, 20}), {x}, {.scales = {0, 1, 2.5}}) &&
         gives<"resize">(f32({2, 3, 5}), {x}, {.sizes = {2, 3, 5}}) &&
         gives<"resize">(f32({2, 3, 7}), {x}, {.sizes = {2, 3, 7}, .scales = {0, 0, 0.85}}) &&
         gives<"resize">(f32({2, 3, 0}), {x}, {.sizes = {2, 3, 0}}) &&
         refuses<"resize">("litho::resize: no such mode: 3 for f32[2,3,8]", {x}, {.mode = 3}) &&
         refuses<"resize">("litho::resize: no such way to the nearest: 4 for f32[2,3,8]", {x}, {.nearest = 4}) &&
         refuses<"resize">("litho::resize: no such coordinates: -1 for f32[2,3,8]", {x}, {.coordinates = -1}) &&
         refuses<"resize">("litho::resize: sizes need one number per axis of f32[2,3,8]: 2 vs 3", {x},
                           {.sizes = {1, 2}}) &&
         refuses<"resize">("litho::resize: scale of axis 1 is out of range: f32[2,3,8]", {x}, {.scales = {1, -2, 1}}) &&
         refuses<"resize">("litho::resize: scale of axis 0 is out of range: f32[2,3,8]", {x}, {.scales = {nan}}) &&
         refuses<"resize">("litho::resize: the region of axis 1 is out of range: f32[2,3,8]", {x},
                           {.coordinates = crop_and_resize, .crop_begin = {0, nan}}) &&
         refuses<"resize">("litho::resize: scale of axis 2 does not give 4 elements: f32[2,3,8]", {x},
                           {.sizes = {2, 3, 4}, .scales = {1, 1, 2}}) &&
         refuses<"resize">("litho::resize: nothing to resize on axis 0: f32[0]", {f32({0})}, {.sizes = {1}}) &&
         !infer<"resize">({x}, {.sizes = {most_elements, most_elements, -1}}).ok() &&
         refuses<"resize">("litho::resize: booleans have no values between them: bool[2]", {typed<bool>({2})},
                           {.mode = resize_linear});
}

bool reads_back() {
  const resize_attributes given{
      .sizes = {2}, .scales = {0.6}, .mode = resize_cubic, .crop_begin = {-0.25, 0, 0, 0, 0, 0, 0, 1}};
  text_builder printed;
  info_of<"resize">.print(printed, packed(given).view());
  std::string_view text = printed.view();
  attribute_values parsed;
  return text.starts_with("sizes=[2] scale0=0.6 ") && info_of<"resize">.parse(text, parsed) && text.empty() &&
         unpacked<resize_attributes>(parsed.view()) == given;
}

TEST_CASE("resize") {
  STATIC_REQUIRE(nearest());
  STATIC_REQUIRE(linear());
  STATIC_REQUIRE(cropped());
  STATIC_REQUIRE(cubic());
  STATIC_REQUIRE(types());
  REQUIRE(reads_back());
  REQUIRE((nearest() && linear() && cropped() && cubic()));
}

}  // namespace
}  // namespace litho::test::resize_op
