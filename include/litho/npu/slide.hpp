// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <utility>

#include "cube.hpp"

/// Windows that slide over one block of channels: depthwise convolution and pooling. What a window sees outside the
/// picture is skipped: columns when compiling, rows by the bounds of a loop.
namespace litho::npu::detail {

/// Workers share the blocks of channels or, where these are few, the rows.
constexpr sharing sliding_sharing(int blocks, int rows, int workers) {
  return share_best(1, {{single_rounds(blocks)}, {single_rounds(rows)}}, workers);
}

/// G: kernel, stride, pad, dilation, height, width, out_height and out_width as in `convolution`. Step has
///   value start();  tap at(int k, int l);  value add(value, value x, tap);  value merge(value, value);
///   void finish(value, int count, offset row, offset column)    count: the elements seen
template <class T, auto G, int Lanes, class Step>
struct sliding_window {
  using value = lanes<T, Lanes>;

  static constexpr int columns_at_once() {
    const int each = registers_of(default_device, Lanes, sizeof(T));
    const int room = (default_device.registers / each - 2) / 2;
    return room < 1 ? 1 : room > 14 ? 14 : room;
  }
  static constexpr even_split columns = split_evenly(G.out_width, columns_at_once());
  static constexpr offset row_step = offset{G.width} * Lanes;

  static constexpr int column_of(int out, int l) { return out * G.stride_width - G.pad_left + l * G.dilation_width; }
  static constexpr bool sees(int out, int l) { return column_of(out, l) >= 0 && column_of(out, l) < G.width; }
  static constexpr int seen(int out) {
    int count = 0;
    for (int l = 0; l < G.kernel_width; ++l) count += sees(out, l) ? 1 : 0;
    return count;
  }
  static constexpr bool clipped(int part) {
    for (int out = columns.first(part); out < columns.first(part + 1); ++out)
      if (seen(out) < G.kernel_width) return true;
    return false;
  }
  /// Tiles at the left and right end that are clipped; those between are not.
  static constexpr int left = [] {
    int last = 0;
    for (int part = 0; part < columns.parts; ++part)
      if (clipped(part) && column_of(columns.first(part), 0) < 0) last = part + 1;
    return last;
  }();
  static constexpr int right = [] {
    int first = columns.parts;
    while (first > left && clipped(first - 1)) --first;
    return first;
  }();

  struct rows {
    int first, last;
  };
  /// The window's rows that lie in the picture.
  static constexpr rows rows_of(int out) {
    const int top = out * G.stride_height - G.pad_top;
    const int first = top < 0 ? (-top + G.dilation_height - 1) / G.dilation_height : 0;
    const int below = G.height - top <= 0 ? 0 : (G.height - top + G.dilation_height - 1) / G.dilation_height;
    return {first, below < first ? first : below < G.kernel_height ? below : G.kernel_height};
  }

  /// The window that sees column j of a tile's input with its tap l; -1 if none does.
  static constexpr int window_of(int j, int l) {
    const int from = j - l * G.dilation_width;
    return from >= 0 && from % G.stride_width == 0 ? from / G.stride_width : -1;
  }
  template <int Columns, int First>
  static constexpr bool is_seen(int j) {
    if (First >= 0 && (column_of(First, 0) + j < 0 || column_of(First, 0) + j >= G.width)) return false;
    for (int l = 0; l < G.kernel_width; ++l)
      if (const int c = window_of(j, l); c >= 0 && c < Columns) return true;
    return false;
  }

  /// `Columns` windows side by side; each input is read once for all windows that see it. Clipped ones begin at the
  /// constant column First.
  template <int Columns, int First>
  static void tile(const T* __restrict x, Step& step, int row, int column) {
    constexpr bool is_clipped = First >= 0;
    const rows window = rows_of(row);
    value sums[Columns];
#pragma GCC unroll 16
    for (int c = 0; c < Columns; ++c) sums[c] = step.start();
#pragma GCC unroll 1
    for (int k = window.first; k < window.last; ++k) {
      const T* from = x + (row * G.stride_height - G.pad_top + k * G.dilation_height) * row_step +
                      column_of(is_clipped ? First : column, 0) * Lanes;
      typename Step::tap taps[G.kernel_width];
#pragma GCC unroll 8
      for (int l = 0; l < G.kernel_width; ++l) taps[l] = step.at(k, l);
#pragma GCC unroll 64
      for (int j = 0; j <= (Columns - 1) * G.stride_width + (G.kernel_width - 1) * G.dilation_width; ++j)
        if (is_seen<Columns, First>(j)) {
          const value input = value::load(from + j * Lanes).kept();
#pragma GCC unroll 8
          for (int l = 0; l < G.kernel_width; ++l)
            if (const int c = window_of(j, l); c >= 0 && c < Columns) sums[c] = step.add(sums[c], input, taps[l]);
        }
    }
#pragma GCC unroll 16
    for (int c = 0; c < Columns; ++c)
      step.finish(sums[c], (window.last - window.first) * (is_clipped ? seen(First + c) : G.kernel_width), row,
                  column + c);
  }

  template <int First, int... Part>
  static void clipped_tiles([[maybe_unused]] const T* x, [[maybe_unused]] Step& step, [[maybe_unused]] int row,
                            std::integer_sequence<int, Part...>) {
    (tile<columns.first(First + Part + 1) - columns.first(First + Part), columns.first(First + Part)>(
         x, step, row, columns.first(First + Part)),
     ...);
  }

  /// One window, wide or alone in its row: four partial results hide the latency of the additions.
  static void single(const T* __restrict x, Step& step, int row, int column) {
    const rows window = rows_of(row);
    const int start = column_of(column, 0);
    const int first = start < 0 ? (-start + G.dilation_width - 1) / G.dilation_width : 0;
    const int below = G.width - start <= 0 ? 0 : (G.width - start + G.dilation_width - 1) / G.dilation_width;
    const int last = below < first ? first : below < G.kernel_width ? below : G.kernel_width;
    value sums[4] = {step.start(), step.start(), step.start(), step.start()};
    for (int k = window.first; k < window.last; ++k) {
      const T* from =
          x + (row * G.stride_height - G.pad_top + k * G.dilation_height) * row_step + offset{start} * Lanes;
      int l = first;
#pragma GCC unroll 1
      for (; l + 4 <= last; l += 4)
#pragma GCC unroll 4
        for (int way = 0; way < 4; ++way)
          sums[way] =
              step.add(sums[way], value::load(from + (l + way) * (G.dilation_width * Lanes)), step.at(k, l + way));
#pragma GCC unroll 1
      for (int rest = (last - first) % 4; rest > 0; --rest, ++l)  // of `l < last` GCC 12 warns as if it had no end
        sums[0] = step.add(sums[0], value::load(from + l * (G.dilation_width * Lanes)), step.at(k, l));
    }
    step.finish(step.merge(step.merge(sums[0], sums[1]), step.merge(sums[2], sums[3])),
                (window.last - window.first) * (last - first), row, column);
  }

  static void run(const T* x, Step& step, range<int> window_rows) {
    for (int row = window_rows.first; row < window_rows.last; ++row) {
      if constexpr (G.kernel_width > 8 || G.out_width < 3) {
        for (int column = 0; column < G.out_width; ++column) single(x, step, row, column);
      } else {
        clipped_tiles<0>(x, step, row, std::make_integer_sequence<int, left>{});
        for (int part = left; part < right; ++part) {
          if (part < columns.large)
            tile<columns.size, -1>(x, step, row, columns.first(part));
          else if constexpr (columns.large < columns.parts)
            tile<columns.size - 1, -1>(x, step, row, columns.first(part));
        }
        clipped_tiles<right>(x, step, row, std::make_integer_sequence<int, columns.parts - right>{});
      }
    }
  }
};

}  // namespace litho::npu::detail
