// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "convolution.hpp"
#include "row.hpp"

namespace litho::npu {

namespace detail {

/// How a plain convolution is cut. A span is one block of lanes along an output row. The padded copy of a row is
/// sorted by column modulo the stride, so that the inputs of neighbouring lanes are neighbours.
struct plain_convolution_plan {
  even_split spans;  ///< of a row, to tiles
  even_split outs;   ///< output channels of a group, to tiles
  even_split rows;
  int band = 1;
  bool copies = false;
  int phases = 1;
  int phase_columns = 0;  ///< columns of input for one remainder
  int copy_rows = 0;
  std::int64_t workspace = 0;
};

constexpr plain_convolution_plan plain_plan_of(const convolution& g, int element_bytes) {
  const device& on = default_device;
  const int each = registers_of(on, g.lanes, element_bytes);
  const int spans = (g.out_width + g.lanes - 1) / g.lanes;
  const std::int64_t taps = std::int64_t{g.channels / g.groups} * g.kernel_height * g.kernel_width;
  const register_block most = block_registers(on, each, spans, g.out / g.groups, taps * element_bytes);
  plain_convolution_plan plan;
  plan.spans = split_evenly(spans, most.blocks);
  plan.outs = split_evenly(g.out / g.groups, most.pixels);
  plan.rows = split_evenly(g.out_height, 1);
  plan.copies = g.leaves_picture() || g.stride_width > 1 || g.out_width % g.lanes != 0;
  const int window = (g.kernel_width - 1) * g.dilation_width;
  plan.phases = g.stride_width <= window ? g.stride_width : window + 1;
  plan.phase_columns = plan.copies ? spans * g.lanes + window / g.stride_width : g.width;
  const std::int64_t row = std::int64_t{g.channels / g.groups} * plan.phases * plan.phase_columns;
  plan.band = band_of(g, plan.rows, row * element_bytes, on.unified_buffer_bytes);
  plan.copy_rows = plan.copies ? g.rows_under(plan.band) : g.height;
  plan.workspace = plan.copies ? row * plan.copy_rows : 0;
  return plan;
}

}  // namespace detail

/// Workers share groups, rows, or tiles of output channels.
constexpr sharing plain_sharing_of(const convolution& g, int element_bytes, int workers) {
  const detail::plain_convolution_plan plan = detail::plain_plan_of(g, element_bytes);
  const std::int64_t weights = std::int64_t{g.channels / g.groups} * g.kernel_height * g.kernel_width * g.out;
  const std::int64_t picture = std::int64_t{g.batch} * g.channels * g.height * g.width * (plan.copies ? 3 : 1);
  return share_best(
      weights * g.batch * g.out_height * g.out_width,
      {{single_rounds(g.groups)}, {plan.rows, weights * element_bytes}, {plan.outs, picture * element_bytes}}, workers);
}

namespace detail {

template <class T, convolution G, class Epilogue>
struct plain_convolution {
  static constexpr plain_convolution_plan plan = plain_plan_of(G, sizeof(T));
  static constexpr int channels = G.channels / G.groups;
  static constexpr int outs_of_group = G.out / G.groups;
  static constexpr offset row_step = offset{plan.phases} * plan.phase_columns;
  static constexpr offset channel_step = row_step * plan.copy_rows;
  static constexpr offset out_step = offset{channels} * G.kernel_height * G.kernel_width;
  static constexpr offset picture = offset{G.height} * G.width;

  /// The Cube's tile with the roles changed: the input fills the lanes, one weight goes to all of them.
  static constexpr tile_steps steps{.row = out_step, .block = G.lanes};

  static constexpr bool short_sums = out_step < 128;

  struct taps {
    offset at[G.kernel_width]{};
  };
  static constexpr taps columns = [] {
    taps result;
    for (int l = 0; l < G.kernel_width; ++l) {
      const int column = l * G.dilation_width;
      result.at[l] = offset{column % G.stride_width} * plan.phase_columns + column / G.stride_width;
    }
    return result;
  }();

  /// One input row into phases x phase_columns elements, zero outside the picture.
  static void copy_row(const T* __restrict from, T* __restrict to, int row) {
    using value = lanes<T, G.lanes>;
    const bool outside = row < 0 || row >= G.height;
    const T* line = outside ? from : from + offset{row} * G.width;
    for (int phase = 0; phase < plan.phases; ++phase, to += plan.phase_columns)
      for (int j = 0; j < plan.phase_columns; j += G.lanes) {
        const int count = plan.phase_columns - j < G.lanes ? plan.phase_columns - j : G.lanes;
        const int column = j * G.stride_width + phase - G.pad_left;
        const value part =
            outside ? value::broadcast(T(0)) : read_row<G.lanes, G.stride_width>(line, G.width, column, count, T(0));
        if (count == G.lanes)
          part.store(to + j);
        else
          part.store_part(to + j, count);
      }
  }

  /// Some output channels at some spans of one output row, from input at the row's first tap.
  template <int Spans, int Outs>
  static void tile(const T* __restrict x, const T* __restrict weights, offset n, offset out, offset row, int span,
                   Epilogue& epilogue) {
    cube_tile<T, G.lanes, Spans, Outs, 1> sums;
    sums.clear();
    const T* w = weights;
#pragma GCC unroll 1
    for (int c = 0; c < channels; ++c)
#pragma GCC unroll 1
      for (int k = 0; k < G.kernel_height; ++k)
#pragma GCC unroll 1
        for (int l = 0; l < G.kernel_width; ++l, ++w)
          sums.template multiply_once<steps, 0>(
              w, opaque(x + c * channel_step + k * (row_step * G.dilation_height) + columns.at[l]));
    sums.template finish<short_sums>([&](const auto& value, int s, int o, int) {
      const offset start = offset{span + s} * G.lanes;
      const offset left = G.out_width - start;
      epilogue(value, n, out + o, row, start, left < G.lanes ? left : offset{G.lanes});
    });
  }

  template <int Outs>
  static void tile_row(const T* x, const T* weights, offset n, offset out, offset row, Epilogue& epilogue) {
    constexpr even_split spans = plan.spans;
    for (int part = 0; part < spans.large; ++part)
      tile<spans.size, Outs>(x + offset{part} * (spans.size * G.lanes), weights, n, out, row, part * spans.size,
                             epilogue);
    if constexpr (spans.large < spans.parts)
      for (int part = spans.large; part < spans.parts; ++part)
        tile<spans.size - 1, Outs>(x + offset{spans.first(part)} * G.lanes, weights, n, out, row, spans.first(part),
                                   epilogue);
  }

  template <class Share>
  static void run(const T* x, const T* weights, T* workspace, Epilogue& epilogue, Share part) {
    constexpr even_split outs = plan.outs;
    constexpr int shared = plain_sharing_of(G, sizeof(T), Share::count).loop;
    const range<int> groups = part.of(G.groups, shared == 0);
    const range<int> rows = part.of(G.out_height, shared == 1);
    const range<int> mine = part.of(outs.parts, shared == 2);
    for (int n = 0; n < G.batch; ++n)
      for (int group = groups.first; group < groups.last; ++group) {
        const T* source = x + (offset{n} * G.groups + group) * (channels * picture);
        const int out = group * outs_of_group;
        for (int first = rows.first; first < rows.last; first += plan.band) {
          const int last = first + plan.band < rows.last ? first + plan.band : rows.last;
          const T* from = source;
          int x_row = 0;
          if constexpr (plan.copies) {
            x_row = first;
            for (int c = 0; c < channels; ++c)
              for (int r = 0; r < G.rows_under(last - first); ++r)
                copy_row(source + c * picture, workspace + c * channel_step + r * row_step,
                         first * G.stride_height - G.pad_top + r);
            from = workspace;
          }
          for (int tile = mine.first; tile < mine.last; ++tile) {
            const T* w = weights + (out + outs.first(tile)) * out_step;
            for (int row = first; row < last; ++row) {
              const T* window = from + (row - x_row) * (row_step * G.stride_height);
              if (tile < outs.large)
                tile_row<outs.size>(window, w, n, out + outs.first(tile), row, epilogue);
              else if constexpr (outs.large < outs.parts)
                tile_row<outs.size - 1>(window, w, n, out + outs.first(tile), row, epilogue);
            }
          }
        }
      }
  }
};

}  // namespace detail

/// Elements of workspace that convolve_plain needs.
constexpr std::int64_t plain_workspace_elements(const convolution& g, dtype element) {
  return detail::plain_plan_of(g, static_cast<int>(size_of(element))).workspace;
}

/// Convolution with all tensors as they come: x [N,C,H,W], weights [O,C/groups,KH,KW], and the result by rows of
/// outputs. workspace: plain_workspace_elements(G, ...) elements. epilogue(value, n, o, oh, ow, count): `count`
/// output columns from `ow` on; the lanes after them hold no results. Each worker has a workspace of its own.
template <class T, convolution G, class Epilogue, class Share = alone>
void convolve_plain(const T* x, const T* weights, T* workspace, Epilogue&& epilogue, Share part = {}) {
  static_assert(G.input == format::plain);
  detail::plain_convolution<T, G, std::remove_reference_t<Epilogue>>::run(x, weights, workspace, epilogue, part);
}

}  // namespace litho::npu
