// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "convolve_blocked.hpp"

namespace litho::npu {

/// Winograd's minimal filtering: a 3x3 convolution with stride 1, by tiles of Tile x Tile outputs. With d the (Tile +
/// 2) squared inputs under a tile and g the window of weights,
///   y = A^T [(G g G^T) * (B^T d B)] A
/// where * multiplies point by point. Summed over input channels before A is applied, that is one matrix product for
/// each of the points, of a quarter (Tile 4) or 4/9 (Tile 2) of the multiplications. Numbers grow on the way and meet
/// again, so rounding errors do too: see tests/npu/winograd.test.cpp. A. Lavin, S. Gray: Fast Algorithms for
/// Convolutional Neural Networks, CVPR 2016 (points 0, 1, -1, and 2, -2).
namespace detail {

template <int Rows, int Columns>
struct transform {
  double at[Rows][Columns];
};

template <int Tile>
struct winograd;
template <>
struct winograd<2> {
  static constexpr transform<4, 4> input{{{1, 0, -1, 0}, {0, 1, 1, 0}, {0, -1, 1, 0}, {0, 1, 0, -1}}};
  static constexpr transform<4, 3> weights{{{1, 0, 0}, {0.5, 0.5, 0.5}, {0.5, -0.5, 0.5}, {0, 0, 1}}};
  static constexpr transform<2, 4> output{{{1, 1, 1, 0}, {0, 1, -1, -1}}};
};
template <>
struct winograd<4> {
  static constexpr transform<6, 6> input{{{4, 0, -5, 0, 1, 0},
                                          {0, -4, -4, 1, 1, 0},
                                          {0, 4, -4, -1, 1, 0},
                                          {0, -2, -1, 2, 1, 0},
                                          {0, 2, -1, -2, 1, 0},
                                          {0, 4, 0, -5, 0, 1}}};
  static constexpr transform<6, 3> weights{{{1. / 4, 0, 0},
                                            {-1. / 6, -1. / 6, -1. / 6},
                                            {-1. / 6, 1. / 6, -1. / 6},
                                            {1. / 24, 1. / 12, 1. / 6},
                                            {1. / 24, -1. / 12, 1. / 6},
                                            {0, 0, 1}}};
  static constexpr transform<4, 6> output{
      {{1, 1, 1, 1, 1, 0}, {0, 1, -1, 2, -2, 0}, {0, 1, 1, 4, 4, 0}, {0, 1, -1, 8, -8, 1}}};
};

/// to[r] = sum over c of M[r][c] from[c].
template <const auto& M, class V, int Rows, int Columns>
EIGEN_ALWAYS_INLINE void multiply_by(const V (&from)[Columns], V (&to)[Rows]) {
#pragma GCC unroll 8
  for (int r = 0; r < Rows; ++r) {
    bool started = false;
#pragma GCC unroll 8
    for (int c = 0; c < Columns; ++c) {
      const double factor = M.at[r][c];
      if (factor == 0) continue;
      if (!started)
        to[r] = factor == 1 ? from[c] : factor == -1 ? -from[c] : V(factor) * from[c];
      else
        to[r] = factor == 1    ? to[r] + from[c]
                : factor == -1 ? to[r] - from[c]
                               : V::multiply_add(V(factor), from[c], to[r]);
      started = true;
    }
  }
}

/// to = M from M^T, where load(row, column) gives `from` and store(row, column, value) takes `to`.
template <const auto& M, class V, int Rows, int Columns, class Load, class Store>
EIGEN_ALWAYS_INLINE void multiply_both_sides(Load&& load, Store&& store) {
  V half[Rows][Columns];
#pragma GCC unroll 8
  for (int c = 0; c < Columns; ++c) {
    V from[Columns];
    V to[Rows];
#pragma GCC unroll 8
    for (int r = 0; r < Columns; ++r) from[r] = load(r, c);
    multiply_by<M>(from, to);
#pragma GCC unroll 8
    for (int r = 0; r < Rows; ++r) half[r][c] = to[r];
  }
#pragma GCC unroll 8
  for (int r = 0; r < Rows; ++r) {
    V to[Rows];
    multiply_by<M>(half[r], to);
#pragma GCC unroll 8
    for (int c = 0; c < Rows; ++c) store(r, c, to[c]);
  }
}

/// How a convolution is cut: bands of rows of tiles, whose transformed inputs stay in the second-level cache while the
/// products of all points and all output channels read them.
struct winograd_plan {
  int tiles_across = 1;
  even_split bands;   ///< of rows of tiles
  int tiles = 1;      ///< in a band
  even_split blocks;  ///< of output channels: how many are multiplied at once
  even_split rows;    ///< tiles of a band as rows of a product
  int ways = 1;
  std::int64_t inputs = 0;  ///< elements of the transformed inputs of a band
  std::int64_t workspace = 0;
};

/// Rows of tiles in a band, for the least traffic from beyond the second-level cache: weights that do not fit there
/// come once for each band, and a band that does not fit there once for each pass over output channels.
constexpr int winograd_band(int tile_rows, std::int64_t row_bytes, std::int64_t weight_bytes, int passes) {
  const std::int64_t cache = second_level_bytes(default_device);
  int best = 1;
  std::int64_t least = -1;
  for (int rows = 1; rows <= tile_rows; ++rows) {
    const std::int64_t bands = (tile_rows + rows - 1) / rows;
    const std::int64_t weights = weight_bytes > cache / 2 ? bands * weight_bytes : 0;
    const std::int64_t inputs = rows * row_bytes > cache / 8 * 3 ? tile_rows * row_bytes * passes : 0;
    if (least >= 0 && weights + inputs > least) continue;
    least = weights + inputs;
    best = rows;
  }
  return best;
}

constexpr winograd_plan winograd_plan_of(const convolution& g, int tile, int element_bytes) {
  const device& on = default_device;
  const int points = (tile + 2) * (tile + 2);
  const int channel_blocks = (g.channels + g.lanes - 1) / g.lanes;
  const int out_blocks = (g.out + g.lanes - 1) / g.lanes;
  const int tile_rows = (g.out_height + tile - 1) / tile;
  const int each = registers_of(on, g.lanes, element_bytes);
  winograd_plan plan;
  plan.tiles_across = (g.out_width + tile - 1) / tile;
  const register_block most = block_registers(on, each, out_blocks, tile_rows * plan.tiles_across);
  plan.blocks = split_evenly(out_blocks, most.blocks);
  const std::int64_t row = std::int64_t{points} * plan.tiles_across * channel_blocks * g.lanes;
  const std::int64_t weights = std::int64_t{points} * g.channels * g.out;
  plan.bands = split_evenly(tile_rows,
                            winograd_band(tile_rows, row * element_bytes, weights * element_bytes, plan.blocks.parts));
  plan.tiles = plan.bands.size * plan.tiles_across;
  plan.rows = split_evenly(plan.tiles, most.pixels);
  plan.ways = ways_for(plan.blocks.size * each * plan.rows.size);
  plan.inputs = row * plan.bands.size;
  plan.workspace = plan.inputs + std::int64_t{points} * plan.tiles * plan.blocks.size * g.lanes;
  return plan;
}

}  // namespace detail

/// Workers share the rows of tiles or the blocks of outputs, and for these all transform all inputs.
constexpr sharing winograd_sharing(const convolution& g, int tile, int element_bytes, int workers) {
  const detail::winograd_plan plan = detail::winograd_plan_of(g, tile, element_bytes);
  const std::int64_t points = std::int64_t{tile + 2} * (tile + 2);
  const std::int64_t tiles = std::int64_t{plan.bands.first(plan.bands.parts)} * plan.tiles_across * g.batch;
  const std::int64_t weights = points * g.channels * g.out;
  return share_best(weights * tiles,
                    {{single_rounds(plan.bands.first(plan.bands.parts)), weights * element_bytes},
                     {plan.blocks, 3 * points * tiles * g.channels * element_bytes}},
                    workers);
}

namespace detail {

template <class T, convolution G, int Tile, class Epilogue>
struct winograd_convolution {
  using value = lanes<T, G.lanes>;
  using transforms = winograd<Tile>;
  static constexpr int size = Tile + 2;  // rows and columns of points
  static constexpr winograd_plan plan = winograd_plan_of(G, Tile, sizeof(T));
  static constexpr int channel_blocks = (G.channels + G.lanes - 1) / G.lanes;
  static constexpr offset point_inputs = offset{channel_blocks} * plan.tiles * G.lanes;
  static constexpr offset point_weights = offset{G.channels} * G.lanes;
  static constexpr offset block_weights = size * size * point_weights;
  static constexpr offset point_sums = offset{plan.blocks.size} * plan.tiles * G.lanes;
  static constexpr tile_steps steps{.row = G.lanes, .block = block_weights, .weight = G.lanes};

  /// The inputs under one tile, from (row, column) of a channel block on, to their places among the points.
  static void transform_input(const T* __restrict picture, int row, int column, T* __restrict to) {
    alignas(64) T padded[size * size * G.lanes];
    const T* from = picture + (offset{row} * G.width + column) * G.lanes;
    offset step = offset{G.width} * G.lanes;
    if (row < 0 || column < 0 || row + size > G.height || column + size > G.width) {
      for (int r = 0; r < size; ++r)
        for (int c = 0; c < size; ++c) {
          const bool inside = row + r >= 0 && row + r < G.height && column + c >= 0 && column + c < G.width;
          (inside ? value::load(from + r * step + c * G.lanes) : value::broadcast(T(0)))
              .store(padded + (r * size + c) * G.lanes);
        }
      from = padded;
      step = offset{size} * G.lanes;
    }
    multiply_both_sides<transforms::input, value, size, size>(
        [&](int r, int c) { return value::load(from + r * step + c * G.lanes); },
        [&](int r, int c, const value& x) { x.store(to + (r * size + c) * point_inputs); });
  }

  /// The outputs of one tile; those beyond the last row and column are left out.
  static void transform_output(const T* __restrict from, offset n, offset block, int row, int column,
                               Epilogue& epilogue) {
    alignas(64) T outputs[Tile * Tile * G.lanes];
    multiply_both_sides_output(from, outputs);
    const int rows = G.out_height - row < Tile ? G.out_height - row : Tile;
    const int columns = G.out_width - column < Tile ? G.out_width - column : Tile;
    for (int r = 0; r < rows; ++r)
#pragma GCC unroll 1
      for (int c = 0; c < columns; ++c)
        epilogue(value::load(outputs + (r * Tile + c) * G.lanes), n, block, offset{row + r} * G.out_width + column + c,
                 offset{0}, offset{G.lanes});
  }
  static EIGEN_ALWAYS_INLINE void multiply_both_sides_output(const T* __restrict from, T* __restrict to) {
    multiply_both_sides<transforms::output, value, Tile, size>(
        [&](int r, int c) { return value::load(from + (r * size + c) * point_sums); },
        [&](int r, int c, const value& x) { x.store(to + (r * Tile + c) * G.lanes); });
  }

  /// The product of one point: `Rows` tiles of the band, all input channels, some blocks of output channels.
  template <int Blocks, int Rows>
  static void multiply(const T* __restrict inputs, const T* __restrict weights, T* __restrict sums) {
    cube_tile<T, G.lanes, Blocks, Rows, 1, plan.ways> tile;
    tile.clear();
    constexpr int full = G.channels / G.lanes;
    constexpr int rest = G.channels % G.lanes;
    for (int block = 0; block < full; ++block) {
      tile.template fetch_ahead<steps, G.lanes>(weights);
      tile.template multiply<steps, G.lanes>(inputs, weights);
      inputs += plan.tiles * G.lanes;
      weights += G.lanes * G.lanes;
    }
    if constexpr (rest > 0) tile.template multiply<steps, rest>(inputs, weights);
    tile.template finish<true>(
        [&](const value& sum, int b, int r, int) { sum.store(sums + (b * plan.tiles + r) * G.lanes); });
  }

  /// Some blocks of output channels of a band.
  template <int Blocks>
  static void outputs(const T* inputs, const T* weights, T* sums, offset n, int block, int first_row, int rows,
                      Epilogue& epilogue) {
    const int tiles = rows * plan.tiles_across;
    for (int point = 0; point < size * size; ++point) {
      const T* const w = weights + block * block_weights + point * point_weights;
      for (int part = 0; part < plan.rows.parts && plan.rows.first(part) < tiles; ++part) {
        const offset first = offset{plan.rows.first(part)} * G.lanes;
        const T* const from = inputs + point * point_inputs + first;
        T* const to = sums + point * point_sums + first;
        if (part < plan.rows.large)
          multiply<Blocks, plan.rows.size>(from, w, to);
        else if constexpr (plan.rows.large < plan.rows.parts)
          multiply<Blocks, plan.rows.size - 1>(from, w, to);
      }
    }
    for (int b = 0; b < Blocks; ++b)
      for (int r = 0; r < rows; ++r)
        for (int c = 0; c < plan.tiles_across; ++c)
          transform_output(sums + (offset{b} * plan.tiles + r * plan.tiles_across + c) * G.lanes, n, block + b,
                           (first_row + r) * Tile, c * Tile, epilogue);
  }

  template <class Share>
  static void run(const T* x, const T* weights, T* workspace, Epilogue& epilogue, Share part) {
    constexpr even_split blocks = plan.blocks;
    constexpr bool by_rows = winograd_sharing(G, Tile, sizeof(T), Share::count).loop == 0;
    const range<int> tile_rows = part.of(plan.bands.first(plan.bands.parts), by_rows);
    const range<int> mine = part.of(blocks.parts, !by_rows);
    constexpr offset block_elements = offset{G.height} * G.width * G.lanes;
    T* const sums = workspace + plan.inputs;
    for (int n = 0; n < G.batch; ++n)
      for (int first = tile_rows.first; first < tile_rows.last; first += plan.bands.size) {
        const int left = tile_rows.last - first;
        const int rows = left < plan.bands.size ? left : plan.bands.size;
        for (int block = 0; block < channel_blocks; ++block)
          for (int r = 0; r < rows; ++r)
            for (int c = 0; c < plan.tiles_across; ++c)
              transform_input(x + (offset{n} * channel_blocks + block) * block_elements, (first + r) * Tile - G.pad_top,
                              c * Tile - G.pad_left,
                              workspace + (offset{block} * plan.tiles + r * plan.tiles_across + c) * G.lanes);
        for (int each = mine.first; each < mine.last; ++each) {
          if (each < blocks.large)
            outputs<blocks.size>(workspace, weights, sums, n, blocks.first(each), first, rows, epilogue);
          else if constexpr (blocks.large < blocks.parts)
            outputs<blocks.size - 1>(workspace, weights, sums, n, blocks.first(each), first, rows, epilogue);
        }
      }
  }
};

}  // namespace detail

/// Weights [out,in,3,3] as (O1, points, in, O0), zero in the padding of O. Workers share the blocks.
template <class T, int Tile, int Lanes, class Share = alone>
void transform_winograd_weights(const T* from, T* to, int out, int in, Share part = {}) {
  using value = lanes<T, Lanes>;
  constexpr int size = Tile + 2;
  const offset point = offset{in} * Lanes;
  const range<int> blocks = part.of((out + Lanes - 1) / Lanes);
  to += blocks.first * (size * size * point);
  for (int first = blocks.first * Lanes; first < blocks.last * Lanes; first += Lanes, to += size * size * point)
    for (int c = 0; c < in; ++c)
      detail::multiply_both_sides<detail::winograd<Tile>::weights, value, size, 3>(
          [&](int r, int column) {
            const int count = out - first < Lanes ? out - first : Lanes;
            return value::gather(from + (offset{first} * in + c) * 9 + r * 3 + column, offset{in} * 9, count);
          },
          [&](int r, int column, const value& x) { x.store(to + (r * size + column) * point + c * Lanes); });
}

/// Elements of workspace that convolve_winograd needs.
constexpr std::int64_t winograd_workspace_elements(const convolution& g, int tile, dtype element) {
  return detail::winograd_plan_of(g, tile, static_cast<int>(size_of(element))).workspace;
}

/// convolve_blocked for a 3x3 window with stride and dilation 1: x is nc1hwc0, weights are
/// transform_winograd_weights<T, Tile, C0>, workspace is winograd_workspace_elements(G, Tile, ...) elements. Tile: 2 or
/// 4.
template <class T, convolution G, int Tile, class Epilogue, class Share = alone>
void convolve_winograd(const T* x, const T* weights, T* workspace, Epilogue&& epilogue, Share part = {}) {
  static_assert(G.groups == 1 && G.depth() == G.lanes && G.kernel_height == 3 && G.kernel_width == 3 &&
                G.input == format::nc1hwc0);
  static_assert(G.stride_height == 1 && G.stride_width == 1 && G.dilation_height == 1 && G.dilation_width == 1);
  detail::winograd_convolution<T, G, Tile, std::remove_reference_t<Epilogue>>::run(x, weights, workspace, epilogue,
                                                                                   part);
}

}  // namespace litho::npu
