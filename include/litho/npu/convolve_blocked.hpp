// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "convolution.hpp"

namespace litho::npu {

namespace detail {

/// A 1x1 convolution does not care where rows end: one column of pixels, so that no tile is cut short at a row's end.
constexpr convolution flattened(convolution g) {
  if (!g.is_pointwise()) return g;
  g.height = g.out_height = g.height * g.width;
  g.width = g.out_width = 1;
  return g;
}

/// How a convolution is cut: output blocks and pixels for a tile in registers, output rows for a band in the cache.
struct convolution_plan {
  even_split blocks;
  even_split columns;
  even_split rows;  ///< of tiles
  int band = 1;     ///< rows of tiles in a band
  int ways = 1;
  bool far = false;     ///< weights come from beyond the second-level cache: in a network, others have been there since
  bool copies = false;  ///< the input goes through a zero-padded copy
  int copy_rows = 0;    ///< rows and columns of that copy
  int copy_columns = 0;
  std::int64_t channel_elements = 1;  ///< of one pixel of a channel block
  std::int64_t workspace = 0;
};

/// Bands: all output blocks run over a band of rows before the next begins. A copied band is small, so that it is still
/// near when it is read; input read where it lies should stay in the second-level cache. Weights too large for that
/// cache come from afar once for each band, so then a band takes half of it, in most nets the whole picture.
constexpr convolution_plan plan_of(const convolution& whole, int element_bytes) {
  const device& on = default_device;
  const convolution g = flattened(whole);
  const int each = registers_of(on, g.lanes, element_bytes);
  const int out_blocks = (g.out + g.lanes - 1) / g.lanes;
  const register_block most = block_registers(on, each, out_blocks, g.out_height * g.out_width);
  convolution_plan plan;
  plan.blocks = split_evenly(out_blocks, most.blocks);
  plan.columns = split_evenly(g.out_width, most.pixels);
  const int tile_rows = most.pixels / plan.columns.size;
  plan.rows = split_evenly(g.out_height, tile_rows < g.out_height ? tile_rows : g.out_height);
  const int sums = plan.blocks.size * each * plan.rows.size * plan.columns.size;
  plan.ways = ways_for(sums);

  plan.copies = g.leaves_picture();
  plan.copy_columns = g.columns_under(g.out_width);
  const int channel_blocks = (g.channels + g.depth() - 1) / g.depth();
  const std::int64_t channels = g.input == format::plain ? g.channels : channel_blocks * g.depth();
  const std::int64_t row_bytes = channels * (plan.copies ? plan.copy_columns : g.width) * element_bytes;
  const std::int64_t weight_bytes = std::int64_t{g.channels} * g.kernel_height * g.kernel_width * g.out * element_bytes;
  const std::int64_t cache = second_level_bytes(on);
  plan.far = weight_bytes > cache / 4;
  const std::int64_t near = cache > 0 && weight_bytes > cache ? cache / 2 : plan.copies ? 0 : cache / 4;
  const std::int64_t room = near > on.unified_buffer_bytes ? near : on.unified_buffer_bytes;
  plan.band = band_of(g, plan.rows, row_bytes, room);
  const int band_rows = plan.band * plan.rows.size;
  plan.copy_rows = g.rows_under(band_rows < g.out_height ? band_rows : g.out_height);
  plan.workspace = plan.copies ? channels * plan.copy_rows * plan.copy_columns : 0;
  return plan;
}

}  // namespace detail

/// Workers share the rows of tiles or the blocks of outputs: large pictures by rows, large weights by blocks.
constexpr sharing sharing_of(const convolution& whole, int element_bytes, int workers) {
  const convolution g = detail::flattened(whole);
  const detail::convolution_plan plan = detail::plan_of(whole, element_bytes);
  const std::int64_t weights = std::int64_t{g.channels} * g.kernel_height * g.kernel_width * g.out;
  const std::int64_t picture = std::int64_t{g.batch} * g.channels * g.height * g.width * (plan.copies ? 3 : 1);
  return share_best(weights * g.batch * g.out_height * g.out_width,
                    {{plan.rows, weights * element_bytes}, {plan.blocks, picture * element_bytes}}, workers);
}

/// Elements of workspace that convolve_blocked needs; 0 if the window stays inside the picture.
constexpr std::int64_t workspace_elements(const convolution& g, dtype element) {
  return detail::plan_of(g, static_cast<int>(size_of(element))).workspace;
}

namespace detail {

template <class T, convolution Whole, class Epilogue>
struct blocked_convolution {
  static constexpr convolution G = flattened(Whole);
  static constexpr convolution_plan plan = plan_of(Whole, sizeof(T));
  static constexpr bool blocked_input = G.input == format::nc1hwc0;
  static constexpr int unit = blocked_input ? G.depth() : 1;  // elements from one pixel to the next
  static constexpr int row_pixels = plan.copies ? plan.copy_columns : G.width;
  static constexpr int channel_rows = plan.copies ? plan.copy_rows : G.height;
  static constexpr offset channel_step = offset{channel_rows} * row_pixels * unit;  // of a block, or of a plain channel
  static constexpr offset block_step = blocked_input ? channel_step : channel_step * G.depth();
  static constexpr offset row_step = offset{row_pixels} * unit;
  static constexpr offset weights_block = offset{G.channels} * G.kernel_height * G.kernel_width * G.lanes;
  static constexpr tile_steps steps{.row = row_step * G.stride_height,
                                    .column = offset{unit} * G.stride_width,
                                    .inner = blocked_input ? 1 : channel_step,
                                    .block = weights_block,
                                    .weight = G.lanes};
  static constexpr bool short_sums = G.channels * G.kernel_height * G.kernel_width < 128;

  template <int Count, class Tile>
  static EIGEN_ALWAYS_INLINE const T* multiply_window(Tile& tile, const T* x, const T* weights) {
#pragma GCC unroll 1
    for (int k = 0; k < G.kernel_height; ++k)
#pragma GCC unroll 1
      for (int l = 0; l < G.kernel_width; ++l) {
        if constexpr (plan.far) tile.template fetch_ahead<steps, Count>(weights);
        tile.template multiply<steps, Count>(
            opaque(x + k * (row_step * G.dilation_height) + l * (offset{unit} * G.dilation_width)), weights);
        weights += Count * G.lanes;
      }
    return weights;
  }

  template <int Blocks, int Rows, int Columns>
  static void tiles(const T* __restrict x, const T* __restrict weights, offset n, offset block, offset row,
                    offset column, int count, Epilogue& epilogue) {
    for (; count > 0; --count, column += Columns, x += Columns * steps.column) {
      cube_tile<T, G.lanes, Blocks, Rows, Columns, plan.ways> tile;
      tile.clear();
      const T* w = weights;
      const T* from = x;
      constexpr int full = G.channels / G.depth();
      constexpr int rest = G.channels % G.depth();
      for (int i = 0; i < full; ++i, from += block_step) w = multiply_window<G.depth()>(tile, from, w);
      if constexpr (rest != 0) multiply_window<rest>(tile, from, w);
      tile.template finish<short_sums>([&](const auto& value, int b, int r, int c) {
        epilogue(value, n, block + b, (row + r) * G.out_width + column + c, offset{0}, offset{G.lanes});
      });
    }
  }

  /// One row of tiles: the wider ones first.
  template <int Blocks, int Rows>
  static EIGEN_ALWAYS_INLINE void tile_row(const T* x, const T* weights, offset n, offset block, offset row,
                                           Epilogue& epilogue) {
    constexpr even_split columns = plan.columns;
    tiles<Blocks, Rows, columns.size>(x, weights, n, block, row, 0, columns.large, epilogue);
    if constexpr (columns.large < columns.parts)
      tiles<Blocks, Rows, columns.size - 1>(x + columns.large * columns.size * steps.column, weights, n, block, row,
                                            columns.large * columns.size, columns.parts - columns.large, epilogue);
  }

  /// Rows of tiles first .. last - 1 for some output blocks. `x` is where output row `x_row` begins.
  template <int Blocks>
  static void band(const T* x, int x_row, const T* weights, offset n, offset block, int first, int last,
                   Epilogue& epilogue) {
    constexpr even_split rows = plan.rows;
    for (int part = first; part < last; ++part) {
      const int row = rows.first(part);
      const T* from = x + (row - x_row) * steps.row;
      if (part < rows.large)
        tile_row<Blocks, rows.size>(from, weights, n, block, row, epilogue);
      else if constexpr (rows.large < rows.parts)
        tile_row<Blocks, rows.size - 1>(from, weights, n, block, row, epilogue);
    }
  }

  template <class Share>
  static void run(const T* x, const T* weights, T* workspace, Epilogue& epilogue, Share part) {
    constexpr int pictures = blocked_input ? (G.channels + G.depth() - 1) / G.depth() : G.channels;
    constexpr even_split blocks = plan.blocks;
    constexpr bool by_rows = sharing_of(Whole, sizeof(T), Share::count).loop == 0;
    const range<int> rows = part.of(plan.rows.parts, by_rows);
    const range<int> mine = part.of(blocks.parts, !by_rows);
    for (int n = 0; n < G.batch; ++n) {
      const T* picture = x + n * (offset{pictures} * G.height * G.width * unit);
      for (int first = rows.first; first < rows.last; first += plan.band) {
        const int last = first + plan.band < rows.last ? first + plan.band : rows.last;
        const T* from = picture;
        int x_row = 0;
        if constexpr (plan.copies) {
          x_row = plan.rows.first(first);
          for (int c = 0; c < pictures; ++c)
            copy_padded<T, G, unit, plan.copy_columns>(
                picture + c * (offset{G.height} * G.width * unit), workspace + c * channel_step,
                x_row * G.stride_height - G.pad_top, G.rows_under(plan.rows.first(last) - x_row));
          from = workspace;
        }
        for (int block = mine.first; block < blocks.large && block < mine.last; ++block)
          band<blocks.size>(from, x_row, weights + block * (blocks.size * weights_block), n, block * blocks.size, first,
                            last, epilogue);
        if constexpr (blocks.large < blocks.parts)
          for (int block = mine.first > blocks.large ? mine.first : blocks.large; block < mine.last; ++block)
            band<blocks.size - 1>(from, x_row, weights + blocks.first(block) * weights_block, n, blocks.first(block),
                                  first, last, epilogue);
      }
    }
  }
};

}  // namespace detail

/// Convolution onto blocks of output channels. x is nc1hwc0 (what its padding lanes hold does not matter) or plain;
/// weights are fractal_z with I = G.channels; groups = 1. workspace: workspace_elements(G, ...) elements, its
/// contents do not matter. epilogue(value, n, o1, pixel, 0, C0) for each block of output channels of each pixel; it
/// stores the value. Each worker has a workspace of its own.
template <class T, convolution G, class Epilogue, class Share = alone>
void convolve_blocked(const T* x, const T* weights, T* workspace, Epilogue&& epilogue, Share part = {}) {
  static_assert(G.groups == 1);
  detail::blocked_convolution<T, G, std::remove_reference_t<Epilogue>>::run(x, weights, workspace, epilogue, part);
}

}  // namespace litho::npu
