// SPDX-License-Identifier: BSL-1.0
#include <litho/npu/winograd.hpp>

#include "reference.hpp"

using namespace litho;
using npu::convolution;

namespace {

/// Rounding errors in units of channels x epsilon, where a direct sum may have 9.
constexpr int growth(int tile) { return tile == 2 ? 4 : 30; }

template <class T, convolution G, int Tile>
void check() {
  INFO(G.channels << "x" << G.height << "x" << G.width << " to " << G.out << ", tiles of " << Tile);
  const auto x = reference::numbers<T>(std::int64_t{G.batch} * G.channels * G.height * G.width);
  const auto w = reference::numbers<T>(std::int64_t{G.out} * G.channels * 9);
  const auto packed = reference::nc1hwc0(x, G.batch, G.channels, G.height * G.width, G.lanes);
  const int padded = (G.out + G.lanes - 1) / G.lanes * G.lanes;
  auto weights = reference::garbage<T>(std::int64_t{(Tile + 2) * (Tile + 2)} * padded * G.channels);
  npu::transform_winograd_weights<T, Tile, G.lanes>(w.data(), weights.data(), G.out, G.channels);
  auto workspace = reference::garbage<T>(npu::winograd_workspace_elements(G, Tile, dtype_of<T>::value));
  reference::collector<T> result{G.batch, G.out, G.out_height * G.out_width};
  npu::convolve_winograd<T, G, Tile>(packed.data(), weights.data(), workspace.data(), result.blocked());
  result.compare(reference::convolve(G, x, w), growth(Tile) * G.channels);
}

constexpr convolution of(const int (&x)[4], int out, const int (&pad)[4], int lanes = reference::float_lanes) {
  convolution g =
      reference::geometry<convolution>(x, {.kernel = {3, 3}, .pad = {pad[0], pad[1], pad[2], pad[3]}}, lanes);
  g.out = out;
  g.input = format::nc1hwc0;
  return g;
}

template <class T, convolution G>
void check_both() {
  check<T, G, 2>();
  check<T, G, 4>();
}

}  // namespace

TEST_CASE("Winograd's tiles cover the picture") { check_both<float, of({1, 32, 12, 8}, 32, {1, 1, 1, 1})>(); }

TEST_CASE("Winograd's tiles are cut short at the ends of rows and columns") {
  check_both<float, of({1, 64, 7, 7}, 64, {1, 1, 1, 1})>();
  check_both<float, of({1, 16, 5, 9}, 16, {0, 0, 0, 0})>();
  check_both<float, of({1, 16, 1, 3}, 16, {1, 0, 2, 2})>();
}

TEST_CASE("Winograd's tiles and partial channel blocks") {
  check_both<float, of({1, 5, 6, 7}, 3, {0, 1, 2, 0})>();
  check_both<float, of({2, 40, 14, 14}, 70, {1, 1, 1, 1})>();
}

TEST_CASE("Winograd's tiles in more rows than a band has") {
  constexpr convolution tall = of({1, 64, 60, 57}, 48, {1, 1, 1, 1});
  STATIC_REQUIRE(npu::detail::winograd_plan_of(tall, 4, 4).bands.parts > 1);
  check_both<float, tall>();
}

TEST_CASE("Winograd's tiles of doubles") {
  check_both<double, of({1, 9, 6, 6}, 12, {1, 1, 1, 1}, reference::double_lanes)>();
}
