// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <utility>

#include "device.hpp"
#include "lanes.hpp"
#include "share.hpp"

/// The emulated Cube: a tile of sums that stays in registers while inputs and weights stream by. Convolutions and
/// matrix products are loops around it.
namespace litho::npu {

/// Positions and strides inside kernels: 64 bits on a host, 32 on a Cortex-M.
using offset = std::ptrdiff_t;

/// Registers that one block of lanes fills on this device.
constexpr int registers_of(const device& on, int lanes, int element_bytes) {
  return on.registers_for(lanes * element_bytes);
}

struct register_block {
  int blocks;  ///< of output lanes
  int pixels;  ///< or rows of a matrix
};

/// How many sums are held at once. A step reads `blocks` x `each` registers of weights and `pixels` inputs for blocks
/// x each x pixels multiply-adds; two registers are left for these. We take the fewest blocks that read at most 3
/// times for 4 multiply-adds, since more pixels then share each weight, which may come from the second-level cache: 2
/// x 14 for AVX-512, 1 x 6 (of two registers) for AVX2, 1 x 6 (of four) for a Cortex-M. Pixels whole pages apart share
/// one set of the first-level cache, whose 8 to 12 lines are too few for 14 of them: more blocks then, and 8 pixels.
constexpr register_block block_registers(const device& on, int each, int blocks, int pixels,
                                         std::int64_t bytes_apart = 0) {
  register_block best{1, 1};
  for (int wide = 1; wide <= 8 && wide <= blocks; ++wide) {
    const int room = (on.registers - 2 - wide * each) / (wide * each);
    if (room < 1) break;
    best = {wide, room < pixels ? room : pixels};
    if (4 * (best.blocks * each + best.pixels) <= 3 * best.blocks * each * best.pixels) break;
  }
  constexpr register_block apart{3, 8};
  const bool share_a_set = bytes_apart > 0 && bytes_apart % 4096 == 0 && best.pixels > apart.pixels;
  if (share_a_set && apart.blocks <= blocks && apart.blocks * each * (apart.pixels + 1) < on.registers) return apart;
  return best;
}

/// The pointer, of which the compiler now knows nothing: GCC would otherwise carry numbers read for one step over to
/// the next (predictive commoning) and run out of registers, at two thirds of the speed.
template <class T>
EIGEN_ALWAYS_INLINE const T* opaque(const T* pointer) {
  asm("" : "+r"(pointer));
  return pointer;
}

/// Partial sums for each sum, where `sums` registers of sums alone would wait for each other.
constexpr int ways_for(int sums) { return sums >= 8 ? 1 : sums >= 4 ? 2 : 4; }

/// Steps in elements, all constant while a tile is computed.
struct tile_steps {
  offset row = 0;     ///< input: from one row of the tile to the next
  offset column = 0;  ///< input: from one column to the next
  offset inner = 1;   ///< input: along the sum
  offset block = 0;   ///< weights: from one block of output lanes to the next
  offset weight = 0;  ///< weights: along the sum
};

/// Sums for `Blocks` blocks of output lanes at Rows x Columns positions. `Ways` partial sums are kept where these
/// alone are too few to hide the latency of a multiply-add.
template <class T, int Lanes, int Blocks, int Rows, int Columns, int Ways = 1>
struct cube_tile {
  using value = lanes<T, Lanes>;

  value sums[Ways][Blocks][Rows][Columns];

  EIGEN_ALWAYS_INLINE void clear() {
#pragma GCC unroll 8
    for (int way = 0; way < Ways; ++way)
#pragma GCC unroll 8
      for (int b = 0; b < Blocks; ++b)
#pragma GCC unroll 32
        for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 32
          for (int c = 0; c < Columns; ++c) sums[way][b][r][c] = value::broadcast(T(0));
  }

  /// sums[b][r][c] += x(r, c, i) * weights(b, i) for one i.
  template <tile_steps S, int Way>
  EIGEN_ALWAYS_INLINE void multiply_once(const T* x, const T* weights) {
    value w[Blocks];
#pragma GCC unroll 8
    for (int b = 0; b < Blocks; ++b) w[b] = value::load(weights + b * S.block);
#pragma GCC unroll 32
    for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 32
      for (int c = 0; c < Columns; ++c) {
        const value input = value::broadcast(x[r * S.row + c * S.column]);
#pragma GCC unroll 8
        for (int b = 0; b < Blocks; ++b) sums[Way][b][r][c] = value::multiply_add(input, w[b], sums[Way][b][r][c]);
      }
  }

  /// The same summed over i = 0 .. Count - 1.
  template <tile_steps S, int Count>
  EIGEN_ALWAYS_INLINE void multiply(const T* __restrict x, const T* __restrict weights) {
    if constexpr (Ways == 1) {
#pragma GCC unroll 1
      for (int i = 0; i < Count; ++i) multiply_once<S, 0>(x + i * S.inner, weights + i * S.weight);
    } else {
      int i = 0;
      for (; i + Ways <= Count; i += Ways) each_way<S>(x + i * S.inner, weights + i * S.weight, ways{});
      for (; i < Count; ++i) multiply_once<S, 0>(x + i * S.inner, weights + i * S.weight);
    }
  }

  /// Asks for the weights that `Count` steps will take some steps later. Without that a processor foresees them within
  /// a page only, and weights from beyond the second-level cache come page after page.
  template <tile_steps S, int Count>
  static EIGEN_ALWAYS_INLINE void fetch_ahead([[maybe_unused]] const T* weights) {
    constexpr offset ahead = 6144 / sizeof(T);
    if constexpr (second_level_bytes(default_device) > 0)
#pragma GCC unroll 8
      for (int b = 0; b < Blocks; ++b)
#pragma GCC unroll 16
        for (int i = 0; i < Count; ++i) __builtin_prefetch(weights + b * S.block + i * S.weight + ahead);
  }

  /// visit(value, b, r, c) for each sum. Long sums go through a buffer and a loop, so that `visit` is compiled once
  /// per block.
  template <bool Unrolled, class Visit>
  EIGEN_ALWAYS_INLINE void finish(Visit&& visit) {
#pragma GCC unroll 8
    for (int way = 1; way < Ways; ++way)
#pragma GCC unroll 8
      for (int b = 0; b < Blocks; ++b)
#pragma GCC unroll 32
        for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 32
          for (int c = 0; c < Columns; ++c) sums[0][b][r][c] = sums[0][b][r][c] + sums[way][b][r][c];
    if constexpr (Unrolled) {
#pragma GCC unroll 8
      for (int b = 0; b < Blocks; ++b)
#pragma GCC unroll 32
        for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 32
          for (int c = 0; c < Columns; ++c) visit(sums[0][b][r][c], b, r, c);
    } else {
      alignas(64) T buffer[Blocks * Rows * Columns * Lanes];
#pragma GCC unroll 8
      for (int b = 0; b < Blocks; ++b)
#pragma GCC unroll 32
        for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 32
          for (int c = 0; c < Columns; ++c) sums[0][b][r][c].store(buffer + ((b * Rows + r) * Columns + c) * Lanes);
      const T* from = buffer;
      for (int b = 0; b < Blocks; ++b)
        for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 1
          for (int c = 0; c < Columns; ++c, from += Lanes) visit(value::load(from), b, r, c);
    }
  }

 private:
  using ways = std::make_integer_sequence<int, Ways>;

  template <tile_steps S, int... Way>
  EIGEN_ALWAYS_INLINE void each_way(const T* x, const T* weights, std::integer_sequence<int, Way...>) {
    (multiply_once<S, Way>(x + Way * S.inner, weights + Way * S.weight), ...);
  }
};

}  // namespace litho::npu
