// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <cstring>

#include "../core/shape.hpp"
#include "cube.hpp"

namespace litho::npu {

/// The whole geometry of a convolution as a template argument; int members keep symbol names short. out_height and
/// out_width say where the window stops; whatever it sees outside the picture is zero.
struct convolution {
  int batch = 1;
  int channels = 1;
  int height = 1;
  int width = 1;
  int out = 1;  ///< output channels
  int kernel_height = 1;
  int kernel_width = 1;
  int stride_height = 1;
  int stride_width = 1;
  int pad_top = 0;
  int pad_left = 0;
  int dilation_height = 1;
  int dilation_width = 1;
  int groups = 1;
  int out_height = 1;
  int out_width = 1;
  int lanes = 16;                ///< C0, or along the width in plain kernels
  int input_lanes = 0;           ///< C0 of a nc1hwc0 input where it is another: of all channels, fewer than `lanes`
  format input = format::plain;  ///< plain or nc1hwc0

  /// Rows and columns of input under `rows` rows (columns) of output.
  constexpr int rows_under(int rows) const {
    return (rows - 1) * stride_height + (kernel_height - 1) * dilation_height + 1;
  }
  constexpr int columns_under(int columns) const {
    return (columns - 1) * stride_width + (kernel_width - 1) * dilation_width + 1;
  }
  /// Input channels that are added up one after the other before the window moves on.
  constexpr int depth() const { return input_lanes > 0 ? input_lanes : lanes; }
  /// Whether each output sees one input pixel, its own.
  constexpr bool is_pointwise() const {
    return kernel_height == 1 && kernel_width == 1 && stride_height == 1 && stride_width == 1 && groups == 1 &&
           out_height == height && out_width == width && pad_top == 0 && pad_left == 0;
  }
  constexpr bool leaves_picture() const {
    return pad_top > 0 || pad_left > 0 || rows_under(out_height) > height || columns_under(out_width) > width;
  }
  friend constexpr bool operator==(const convolution&, const convolution&) = default;
};

namespace detail {

/// Rows of tiles (of `size` output rows each, `parts` of them) whose input should stay in the nearer cache together
/// while all weights stream by: `room` bytes, in bands of nearly equal size.
constexpr int band_of(const convolution& g, even_split rows, std::int64_t row_bytes, std::int64_t room) {
  const std::int64_t out_rows = (room / row_bytes - g.rows_under(1)) / g.stride_height + 1;
  const std::int64_t band = out_rows / rows.size;
  return split_evenly(rows.parts, band < 1 ? 1 : band > rows.parts ? rows.parts : static_cast<int>(band)).size;
}

/// Copies rows first .. first + rows - 1 of one channel (block), Unit elements per pixel, into a picture of Columns
/// columns; what lies outside is zero. All lengths are constant, so that short rows cost no call.
template <class T, convolution G, int Unit, int Columns>
void copy_padded(const T* __restrict from, T* __restrict to, int first, int rows) {
  constexpr std::size_t before = std::size_t{G.pad_left < Columns ? G.pad_left : Columns} * Unit;
  constexpr std::size_t inside =
      std::size_t{G.width < Columns - int(before / Unit) ? G.width : Columns - int(before / Unit)} * Unit;
  constexpr std::size_t after = std::size_t{Columns} * Unit - before - inside;
  for (int row = first; row < first + rows; ++row, to += before + inside + after) {
    if (row < 0 || row >= G.height) {
      std::memset(to, 0, (before + inside + after) * sizeof(T));
    } else {
      std::memset(to, 0, before * sizeof(T));
      std::memcpy(to + before, from + offset{row} * (G.width * Unit), inside * sizeof(T));
      std::memset(to + before + inside, 0, after * sizeof(T));
    }
  }
}

}  // namespace detail

}  // namespace litho::npu
