// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "../core/shape.hpp"
#include "cube.hpp"

namespace litho::npu {

/// The whole geometry of y[b, m, n] = sum over k of left[b, m, k] right[b, k, n].
struct matrix_product {
  int batch = 1;
  int rows = 1;       ///< M
  int inner = 1;      ///< K
  int columns = 1;    ///< N
  int left_step = 0;  ///< elements from one left matrix of the batch to the next; 0: all use the same
  int right_step = 0;
  format right = format::plain;  ///< plain [K,N], fractal_nz (N1,K,N0), or fractal_z of [N,K] (the same in memory)
  bool transposed = false;       ///< right is plain [N,K]
  int lanes = 16;                ///< of sums: C0
  int right_lanes = 16;          ///< N0 of a packed right side, a multiple of `lanes`

  friend constexpr bool operator==(const matrix_product&, const matrix_product&) = default;
};

namespace detail {

/// How a product is cut. The left side is read where it lies. A plain right side is packed, one panel at a time, if
/// more than one tile of rows uses it; otherwise just its last, partial block is.
struct product_plan {
  even_split blocks;
  even_split rows;
  int band = 1;
  int ways = 1;
  bool packs_all = false;
  bool packs_last = false;
  std::int64_t workspace = 0;
};

constexpr product_plan plan_of(const matrix_product& g, int element_bytes) {
  const device& on = default_device;
  const int each = registers_of(on, g.lanes, element_bytes);
  const int blocks = (g.columns + g.lanes - 1) / g.lanes;
  const register_block most = block_registers(on, each, blocks, g.rows, std::int64_t{g.inner} * element_bytes);
  product_plan plan;
  const int side_by_side = g.right == format::plain ? 1 : g.right_lanes / g.lanes;
  const int padded = (blocks + side_by_side - 1) / side_by_side * side_by_side;
  plan.blocks = split_evenly(padded, side_by_side > 1 ? side_by_side : most.blocks);
  plan.rows = split_evenly(g.rows, most.pixels);
  plan.ways = ways_for(plan.blocks.size * each * plan.rows.size);
  // Bands of rows stay in the second-level cache; larger ones where packing, which is done for each, costs more than
  // that gains.
  const std::int64_t tile_bytes = (std::int64_t{g.inner} * plan.rows.size + 1) * element_bytes;
  const std::int64_t cache = second_level_bytes(on);
  const std::int64_t room = g.right == format::plain ? 4 * cache : cache / 2;
  const std::int64_t band = (room > 0 ? room : on.unified_buffer_bytes) / tile_bytes;
  plan.band = band < 1 ? 1 : band > plan.rows.parts ? plan.rows.parts : static_cast<int>(band);
  plan.band = split_evenly(plan.rows.parts, plan.band).size;
  if (g.right == format::plain) {
    plan.packs_all = plan.rows.parts > 1;
    plan.packs_last = !plan.packs_all && g.columns % g.lanes != 0;
    const int panel = plan.packs_all ? plan.blocks.size : plan.packs_last ? 1 : 0;
    plan.workspace = std::int64_t{g.inner} * g.lanes * panel;
  }
  return plan;
}

/// Workers share matrices of the batch, rows, or blocks of columns. `rows` and `blocks` as the product is cut.
constexpr sharing product_sharing(const matrix_product& g, even_split rows, even_split blocks, int element_bytes,
                                  int workers) {
  const std::int64_t left = std::int64_t{g.batch} * g.rows * g.inner * element_bytes;
  const std::int64_t right = std::int64_t{g.batch} * g.inner * g.columns * element_bytes;
  return share_best(std::int64_t{g.batch} * g.rows * g.inner * g.columns,
                    {{single_rounds(g.batch), (g.left_step == 0 ? left : 0) + (g.right_step == 0 ? right : 0)},
                     {rows, right},
                     {blocks, left}},
                    workers);
}

template <class T, matrix_product G, class Epilogue>
struct blocked_product {
  static constexpr product_plan plan = plan_of(G, sizeof(T));
  static constexpr bool short_sums = G.inner < 128;
  static constexpr offset block_elements = offset{G.inner} * G.lanes;
  static constexpr tile_steps packed_steps{.row = offset{G.inner}, .block = block_elements, .weight = G.lanes};
  static constexpr bool is_wide = G.right != format::plain && G.right_lanes > G.lanes;
  static constexpr tile_steps stored_steps{
      .row = offset{G.inner}, .block = is_wide ? offset{G.lanes} : block_elements, .weight = G.right_lanes};
  static constexpr tile_steps plain_steps{.row = offset{G.inner}, .block = G.lanes, .weight = G.columns};

  template <int Blocks, int Rows, tile_steps S>
  static void tile(const T* __restrict left, const T* __restrict right, offset batch, offset row, int block,
                   Epilogue& epilogue) {
    cube_tile<T, G.lanes, Blocks, Rows, 1, plan.ways> sums;
    sums.clear();
    sums.template multiply<S, G.inner>(left, right);
    sums.template finish<short_sums>([&](const auto& value, int b, int r, int) {
      const offset start = offset{block + b} * G.lanes;
      const offset room = G.columns - start;
      if (is_wide && room <= 0) return;  // padding of a wide N0
      epilogue(value, batch, offset{0}, row + r, start, room < G.lanes ? room : offset{G.lanes});
    });
  }

  template <int Blocks, tile_steps S>
  static void band(const T* left, const T* right, offset batch, int first, int last, int block, Epilogue& epilogue) {
    constexpr even_split rows = plan.rows;
    for (int part = first; part < last; ++part) {
      const int row = rows.first(part);
      const T* from = left + row * offset{G.inner};
      if (part < rows.large)
        tile<Blocks, rows.size, S>(from, right, batch, row, block, epilogue);
      else if constexpr (rows.large < rows.parts)
        tile<Blocks, rows.size - 1, S>(from, right, batch, row, block, epilogue);
    }
  }

  /// Blocks first .. of a plain right side as fractal_nz, zero in the padding. The next panel's are asked for: rows of
  /// a plain matrix lie apart, so no processor foresees them.
  static void pack(const T* __restrict right, T* __restrict to, int first, int blocks) {
    for (int b = first; b < first + blocks; ++b) {
      const int start = b * G.lanes;
      const int count = G.columns - start < G.lanes ? G.columns - start : G.lanes;
      for (int k = 0; k < G.inner; ++k, to += G.lanes) {
        const T* from = right + k * offset{G.columns} + start;
        if constexpr (second_level_bytes(default_device) > 0) __builtin_prefetch(from + blocks * offset{G.lanes});
        if (count == G.lanes)
          lanes<T, G.lanes>::load(from).store(to);
        else
          for (int i = 0; i < G.lanes; ++i) to[i] = i < count ? from[i] : T(0);
      }
    }
  }

  /// All rows of a band against `Blocks` blocks of columns.
  template <int Blocks>
  static void columns(const T* left, const T* right, T* panel, offset batch, int first, int last, int block,
                      Epilogue& epilogue) {
    if constexpr (G.right != format::plain) {
      band<Blocks, stored_steps>(left, right + block * block_elements, batch, first, last, block, epilogue);
    } else if constexpr (plan.packs_all) {
      pack(right, panel, block, Blocks);
      band<Blocks, packed_steps>(left, panel, batch, first, last, block, epilogue);
    } else {
      const T* from = right + block * G.lanes;
      if constexpr (plan.packs_last)
        if ((block + Blocks) * G.lanes > G.columns) {
          if constexpr (Blocks > 1) band<Blocks - 1, plain_steps>(left, from, batch, first, last, block, epilogue);
          pack(right, panel, block + Blocks - 1, 1);
          band<1, packed_steps>(left, panel, batch, first, last, block + Blocks - 1, epilogue);
          return;
        }
      band<Blocks, plain_steps>(left, from, batch, first, last, block, epilogue);
    }
  }

  template <class Share>
  static void run(const T* x, const T* weights, T* workspace, Epilogue& epilogue, Share part) {
    constexpr even_split blocks = plan.blocks;
    constexpr int shared = product_sharing(G, plan.rows, blocks, sizeof(T), Share::count).loop;
    const range<int> matrices = part.of(G.batch, shared == 0);
    const range<int> rows = part.of(plan.rows.parts, shared == 1);
    const range<int> mine = part.of(blocks.parts, shared == 2);
    for (int batch = matrices.first; batch < matrices.last; ++batch) {
      const T* right = weights + batch * offset{G.right_step};
      for (int first = rows.first; first < rows.last; first += plan.band) {
        const int last = first + plan.band < rows.last ? first + plan.band : rows.last;
        const T* left = x + batch * offset{G.left_step};
        for (int block = mine.first; block < mine.last; ++block) {
          if (block < blocks.large)
            columns<blocks.size>(left, right, workspace, batch, first, last, blocks.first(block), epilogue);
          else if constexpr (blocks.large < blocks.parts)
            columns<blocks.size - 1>(left, right, workspace, batch, first, last, blocks.first(block), epilogue);
        }
      }
    }
  }
};

constexpr even_split dot_rows(const matrix_product& g) {
  return split_evenly(g.rows, g.rows == 1 ? 1 : (default_device.registers - 6) / 4);
}
constexpr even_split dot_blocks(const matrix_product& g) { return single_rounds((g.columns + g.lanes - 1) / g.lanes); }

/// right is [N,K]: rows of both sides are multiplied along k, one register at a time, and summed across at the end.
template <class T, matrix_product G, class Epilogue>
struct dot_product {
  static constexpr int width = static_cast<int>(Eigen::internal::packet_traits<T>::size);
  using value = lanes<T, width>;
  static constexpr even_split rows = dot_rows(G);
  static constexpr int at_once = G.rows == 1 ? 8 : 4;  // columns

  template <bool Part, int Rows, int Columns>
  static EIGEN_ALWAYS_INLINE void step(value (&sums)[Rows][Columns], const T* left, const T* right) {
    constexpr int rest = G.inner % width;
    const auto load = [](const T* from) { return Part ? value::load_part(from, rest) : value::load(from); };
    value w[Columns];
#pragma GCC unroll 8
    for (int c = 0; c < Columns; ++c) w[c] = load(right + c * offset{G.inner});
#pragma GCC unroll 8
    for (int r = 0; r < Rows; ++r) {
      const value x = load(left + r * offset{G.inner});
#pragma GCC unroll 8
      for (int c = 0; c < Columns; ++c) sums[r][c] = value::multiply_add(x, w[c], sums[r][c]);
    }
  }

  template <int Rows, int Columns>
  static void tile(const T* __restrict left, const T* __restrict right, T* __restrict to) {
    value sums[Rows][Columns];
#pragma GCC unroll 8
    for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 8
      for (int c = 0; c < Columns; ++c) sums[r][c] = value::broadcast(T(0));
    constexpr int full = G.inner / width * width;
#pragma GCC unroll 1
    for (int k = 0; k < full; k += width) step<false>(sums, left + k, right + k);
    if constexpr (full < G.inner) step<true>(sums, left + full, right + full);
#pragma GCC unroll 8
    for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 8
      for (int c = 0; c < Columns; ++c) to[r * G.lanes + c] = sums[r][c].sum();
  }

  template <int Rows>
  static void tile_row(const T* left, const T* right, offset batch, int row, range<int> mine, Epilogue& epilogue) {
    for (int start = mine.first * G.lanes; start < mine.last * G.lanes; start += G.lanes) {
      const int count = G.columns - start < G.lanes ? G.columns - start : G.lanes;
      T buffer[Rows * G.lanes] = {};
      int c = 0;
      if constexpr (G.columns >= at_once)  // GCC 12 warns of what the loop would read if it ran
        for (; c + at_once <= count; c += at_once)
          tile<Rows, at_once>(left, right + (start + c) * offset{G.inner}, buffer + c);
      for (; c < count; ++c) tile<Rows, 1>(left, right + (start + c) * offset{G.inner}, buffer + c);
      for (int r = 0; r < Rows; ++r)
        epilogue(lanes<T, G.lanes>::load(buffer + r * G.lanes), batch, offset{0}, offset{row} + r, offset{start},
                 offset{count});
    }
  }

  static constexpr even_split blocks = dot_blocks(G);

  template <class Share>
  static void run(const T* left, const T* right, Epilogue& epilogue, Share part) {
    constexpr int shared = product_sharing(G, rows, blocks, sizeof(T), Share::count).loop;
    const range<offset> matrices = part.of(offset{G.batch}, shared == 0);
    const range<int> tiles = part.of(rows.parts, shared == 1);
    const range<int> mine = part.of(blocks.parts, shared == 2);
    for (offset batch = matrices.first; batch < matrices.last; ++batch)
      for (int tile = tiles.first; tile < tiles.last; ++tile) {
        const int row = rows.first(tile);
        const T* from = left + batch * G.left_step + row * offset{G.inner};
        if (tile < rows.large)
          tile_row<rows.size>(from, right + batch * G.right_step, batch, row, mine, epilogue);
        else if constexpr (rows.large < rows.parts)
          tile_row<rows.size - 1>(from, right + batch * G.right_step, batch, row, mine, epilogue);
      }
  }
};

}  // namespace detail

/// Elements of workspace that matmul needs.
constexpr std::int64_t workspace_elements(const matrix_product& g, dtype element) {
  return g.transposed ? 0 : detail::plan_of(g, static_cast<int>(size_of(element))).workspace;
}

constexpr sharing sharing_of(const matrix_product& g, int element_bytes, int workers) {
  if (g.transposed)
    return detail::product_sharing(g, detail::dot_rows(g), detail::dot_blocks(g), element_bytes, workers);
  const detail::product_plan plan = detail::plan_of(g, element_bytes);
  return detail::product_sharing(g, plan.rows, plan.blocks, element_bytes, workers);
}

/// Matrix product; the left side and what the epilogue writes are row-major. workspace: workspace_elements(G, ...)
/// elements. epilogue(value, b, 0, m, n, count): `count` columns from n on; the lanes after them hold no results.
template <class T, matrix_product G, class Epilogue, class Share = alone>
void matmul(const T* left, const T* right, T* workspace, Epilogue&& epilogue, Share part = {}) {
  using epilogue_type = std::remove_reference_t<Epilogue>;
  if constexpr (G.transposed)
    detail::dot_product<T, G, epilogue_type>::run(left, right, epilogue, part);
  else
    detail::blocked_product<T, G, epilogue_type>::run(left, right, workspace, epilogue, part);
}

}  // namespace litho::npu
