// SPDX-License-Identifier: BSL-1.0
#include <catch.hpp>
#include <litho/npu/convolve_blocked.hpp>
#include <litho/npu/convolve_plain.hpp>
#include <litho/npu/depthwise.hpp>
#include <litho/npu/matmul.hpp>
#include <litho/npu/move.hpp>
#include <litho/npu/pool.hpp>
#include <litho/npu/winograd.hpp>
#include <map>
#include <tuple>
#include <vector>

namespace litho::npu {
namespace {

using results = std::map<std::tuple<offset, offset, offset, offset>, std::vector<float>>;

/// Keeps each result by its place; counts those that come twice.
struct collect {
  results& all;
  int& twice;
  void operator()(const auto& value, offset a, offset b, offset c, offset start, offset count) const {
    float buffer[64];
    value.store(buffer);
    twice += all.try_emplace({a, b, c, start}, buffer, buffer + count).second ? 0 : 1;
  }
};

std::vector<float> numbers(std::int64_t count) {
  std::vector<float> values(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>((i * 7919 + 13) % 1009) / 1009 - 0.5F;
  return values;
}

/// run(collect, share): the shares together give each result of the whole once, bit for bit, and each of them some.
template <int Workers, class Run>
void check_shares(const Run& run) {
  results whole;
  int twice = 0;
  run(collect{whole, twice}, alone{});
  results together;
  for (int worker = 0; worker < Workers; ++worker) {
    const std::size_t before = together.size();
    run(collect{together, twice}, share<Workers>{worker});
    CHECK(together.size() > before);
  }
  CHECK(twice == 0);
  CHECK(together == whole);
}
template <class Run>
void check_shares(const Run& run) {
  check_shares<2>(run);
  check_shares<3>(run);
}

const std::vector<float> x = numbers(1 << 18);
const std::vector<float> w = numbers(1 << 20);
std::vector<float> workspace(1 << 20);

template <convolution G>
void check_blocked() {
  check_shares([](const collect& into, auto part) {
    convolve_blocked<float, G>(x.data(), w.data(), workspace.data(), into, part);
  });
}

/// Windows of 3x3 that keep the size of the picture.
constexpr convolution padded(int channels, int height, int width, int out) {
  return {.channels = channels,
          .height = height,
          .width = width,
          .out = out,
          .kernel_height = 3,
          .kernel_width = 3,
          .pad_top = 1,
          .pad_left = 1,
          .out_height = height,
          .out_width = width,
          .input = format::nc1hwc0};
}

TEST_CASE("a convolution is shared by rows or by blocks of outputs") {
  constexpr convolution picture = padded(16, 30, 31, 48);
  constexpr convolution weights = [] {
    convolution twice = padded(256, 5, 5, 256);
    twice.batch = 2;
    return twice;
  }();
  constexpr convolution first{.channels = 3,
                              .height = 40,
                              .width = 21,
                              .out = 40,
                              .kernel_height = 5,
                              .kernel_width = 5,
                              .stride_height = 2,
                              .stride_width = 2,
                              .out_height = 18,
                              .out_width = 9};
  STATIC_REQUIRE(sharing_of(picture, 4, 2).loop == 0);
  STATIC_REQUIRE(sharing_of(weights, 4, 2).loop == 1);
  check_blocked<picture>();
  check_blocked<weights>();
  check_blocked<first>();
}

template <convolution G>
void check_winograd() {
  check_shares([](const collect& into, auto part) {
    convolve_winograd<float, G, 4>(x.data(), w.data(), workspace.data(), into, part);
  });
}

TEST_CASE("Winograd's tiles are shared by rows or by blocks of outputs") {
  constexpr convolution picture = padded(16, 53, 53, 32);
  constexpr convolution weights = padded(64, 7, 7, 192);
  STATIC_REQUIRE(winograd_sharing(picture, 4, 4, 2).loop == 0);
  STATIC_REQUIRE(winograd_sharing(weights, 4, 4, 2).loop == 1);
  check_winograd<picture>();
  check_winograd<weights>();
}

TEST_CASE("transformed weights are shared by blocks of outputs") {
  std::vector<float> whole(36 * 48 * 5), together(36 * 48 * 5);
  transform_winograd_weights<float, 4, 16>(w.data(), whole.data(), 40, 5);
  for (int worker = 0; worker < 2; ++worker)
    transform_winograd_weights<float, 4, 16>(w.data(), together.data(), 40, 5, share<2>{worker});
  CHECK(together == whole);
}

template <convolution G>
void check_plain() {
  check_shares([](const collect& into, auto part) {
    convolve_plain<float, G>(x.data(), w.data(), workspace.data(), into, part);
  });
}

TEST_CASE("a plain convolution is shared by groups, rows or outputs") {
  constexpr convolution rows{.channels = 3,
                             .height = 20,
                             .width = 21,
                             .out = 5,
                             .kernel_height = 3,
                             .kernel_width = 3,
                             .pad_top = 1,
                             .pad_left = 1,
                             .out_height = 20,
                             .out_width = 21};
  constexpr convolution groups{.batch = 2,
                               .channels = 6,
                               .height = 3,
                               .width = 40,
                               .out = 12,
                               .kernel_height = 3,
                               .kernel_width = 3,
                               .groups = 6,
                               .out_height = 1,
                               .out_width = 38};
  constexpr convolution outs{.channels = 8, .height = 1, .width = 40, .out = 96, .kernel_width = 5, .out_width = 36};
  STATIC_REQUIRE(plain_sharing_of(rows, 4, 2).loop == 1);
  STATIC_REQUIRE(plain_sharing_of(groups, 4, 2).loop == 0);
  STATIC_REQUIRE(plain_sharing_of(outs, 4, 2).loop == 2);
  check_plain<rows>();
  check_plain<groups>();
  check_plain<outs>();
}

template <matrix_product G>
void check_product() {
  check_shares(
      [](const collect& into, auto part) { matmul<float, G>(x.data(), w.data(), workspace.data(), into, part); });
}

TEST_CASE("a product is shared by matrices, rows or columns") {
  constexpr matrix_product matrices{.batch = 6, .rows = 5, .inner = 7, .columns = 9, .left_step = 35, .right_step = 63};
  constexpr matrix_product rows{.rows = 100, .inner = 33, .columns = 35};
  constexpr matrix_product columns{.rows = 1, .inner = 100, .columns = 1000, .right = format::fractal_nz};
  constexpr matrix_product transposed{.rows = 2, .inner = 100, .columns = 333, .transposed = true};
  constexpr matrix_product rows_transposed{.rows = 200, .inner = 30, .columns = 10, .transposed = true};
  STATIC_REQUIRE(sharing_of(matrices, 4, 2).loop == 0);
  STATIC_REQUIRE(sharing_of(rows, 4, 2).loop == 1);
  STATIC_REQUIRE(sharing_of(columns, 4, 2).loop == 2);
  STATIC_REQUIRE(sharing_of(transposed, 4, 2).loop == 2);
  STATIC_REQUIRE(sharing_of(rows_transposed, 4, 2).loop == 1);
  check_product<matrices>();
  check_product<rows>();
  check_product<columns>();
  check_product<transposed>();
  check_product<rows_transposed>();
}

template <int Channels>
constexpr convolution filters{.batch = 2,
                              .channels = Channels,
                              .height = 9,
                              .width = 12,
                              .out = Channels,
                              .kernel_height = 3,
                              .kernel_width = 3,
                              .pad_top = 1,
                              .pad_left = 1,
                              .groups = Channels,
                              .out_height = 9,
                              .out_width = 12,
                              .input = format::nc1hwc0};
template <int Channels>
constexpr pooling_window windows{.batch = 2,
                                 .channels = Channels,
                                 .height = 9,
                                 .width = 12,
                                 .kernel_height = 2,
                                 .kernel_width = 2,
                                 .out_height = 8,
                                 .out_width = 11};

template <int Channels>
void check_sliding() {
  check_shares([](const collect& into, auto part) {
    depthwise_blocked<float, filters<Channels>>(x.data(), w.data(), into, part);
  });
  check_shares(
      [](const collect& into, auto part) { pool_blocked<float, windows<Channels>, maximum_of>(x.data(), into, part); });
  check_shares(
      [](const collect& into, auto part) { pool_plain<float, windows<Channels>, average_of>(x.data(), into, part); });
}

TEST_CASE("windows that slide are shared by channels or by rows") {
  check_sliding<96>();  // 6 blocks
  check_sliding<16>();
  check_sliding<3>();
}

void check_move(const transfer& how, std::size_t size) {
  std::vector<float> whole(size, -1);
  std::vector<float> together(size, -1);
  move(how, x.data(), whole.data());
  REQUIRE(shared_loop(how, 2) >= 0);
  for (int worker = 0; worker < 2; ++worker) move(how, x.data(), together.data(), share<2>{worker});
  CHECK(together == whole);
}

TEST_CASE("a move is shared where a loop of it is long enough") {
  check_move({.extents = {1, 1000}, .from = {0, 1}, .to = {0, 1}}, 1000);
  check_move({.extents = {200, 130}, .from = {1, 200}, .to = {130, 1}}, 26000);
  // Into blocks of 16 of 40 channels, the last in part; and out of them.
  check_move({.extents = {1, 3, 100, 16},
              .from = {4000, 1600, 1, 100},
              .to = {4800, 1600, 16, 1},
              .block_loop = 1,
              .limit = 40,
              .clear = true},
             4800);
  check_move({.extents = {1, 8, 100, 16},
              .from = {12800, 1600, 16, 1},
              .to = {12000, 1600, 1, 100},
              .block_loop = 1,
              .limit = 120},
             12000);
  STATIC_REQUIRE(shared_loop({.extents = {3, 5}, .from = {5, 1}, .to = {5, 1}}, 2) < 0);
}

}  // namespace
}  // namespace litho::npu
