// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

#include "../core/transfer.hpp"
#include "share.hpp"
#include "turn.hpp"

namespace litho::npu {

namespace detail {

/// A row of bytes; where registers are wide, in pieces of sizes known when compiling, since rows are often short.
template <std::size_t Piece>
void copy_bytes(const void* from, void* to, std::size_t count) {
  const auto* const source = static_cast<const std::byte*>(from);
  auto* const target = static_cast<std::byte*>(to);
  if constexpr (!has_wide_registers || Piece < 4) {
    std::memcpy(target, source, count);
  } else if (count < Piece) {
    copy_bytes<Piece / 2>(from, to, count);
  } else if (count <= 16 * Piece) {
    for (std::size_t at = 0; at + Piece < count; at += Piece) std::memcpy(target + at, source + at, Piece);
    std::memcpy(target + count - Piece, source + count - Piece, Piece);
  } else {
    std::memcpy(target, source, count);
  }
}

template <class T>
void move_lanes(const transfer& how, const T* from, T* to, std::int64_t channels) {
  const int last = how.extents.count - 1;
  const std::int64_t extent = how.extents[last];
  const std::int64_t used = how.block_loop < 0 || channels > extent ? extent : channels;
  const std::int64_t from_step = how.from[last];
  const std::int64_t to_step = how.to[last];
  if (from_step == 1 && to_step == 1) {
    copy_bytes<default_device.register_bytes>(from, to, static_cast<std::size_t>(used) * sizeof(T));
  } else {
    for (std::int64_t i = 0; i < used; ++i) to[i * to_step] = from[i * from_step];
  }
  if (how.clear)
    for (std::int64_t i = used; i < extent; ++i) to[i * to_step] = T{};
}

/// Rows that are neighbours on neither side.
template <class T>
bool move_rows(const transfer& how, const T* from, T* to) {
  const int last = how.extents.count - 1;
  if (how.from[last] != 1 || how.to[last] != 1 || how.block_loop >= 0) return false;
  const auto bytes = static_cast<std::size_t>(how.extents[last]) * sizeof(T);
  for (std::int64_t i = 0; i < how.extents[last - 1]; ++i)
    copy_bytes<default_device.register_bytes>(from + i * how.from[last - 1], to + i * how.to[last - 1], bytes);
  return true;
}

/// A few long rows that become columns side by side: two phases of a row, the colours of a pixel.
template <int Rows, class T>
void interleave(const T* from, std::int64_t step, std::int64_t count, T* __restrict to) {
  for (std::int64_t i = 0; i < count; ++i)
#pragma GCC unroll 4
    for (int row = 0; row < Rows; ++row) to[i * Rows + row] = from[row * step + i];
}
template <class T>
bool move_interleaved(const transfer& how, const T* from, T* to) {
  const int last = how.extents.count - 1;
  const std::int64_t rows = how.extents[last];
  if (how.to[last] != 1 || how.to[last - 1] != rows || how.from[last - 1] != 1 || how.block_loop >= 0) return false;
  if (rows == 2)
    interleave<2>(from, how.from[last], how.extents[last - 1], to);
  else if (rows == 3)
    interleave<3>(from, how.from[last], how.extents[last - 1], to);
  else
    return false;
  return true;
}

/// Two loops that change places, as in and out of channel blocks. Lanes of no channel are cleared, or left out.
template <class T>
bool move_turned(const transfer& how, const T* from, T* to, std::int64_t channels) {
  using blocks = turned_blocks<T>;
  const int last = how.extents.count - 1;
  const std::int64_t used = how.block_loop < 0 ? how.extents[last] : channels;
  if (how.extents[last] < blocks::area::smallest || how.extents[last - 1] < blocks::area::smallest) return false;
  if (how.from[last - 1] == 1 && how.to[last] == 1) {
    if (how.block_loop >= 0 && !how.clear) return false;
    blocks{{how.extents[last - 1], how.to[last - 1]}, {how.extents[last], how.from[last], used}}.move(from, to);
  } else if (how.from[last] == 1 && how.to[last - 1] == 1) {
    if (how.clear) return false;
    blocks{{how.extents[last], how.to[last], used}, {how.extents[last - 1], how.from[last - 1]}}.move(from, to);
  } else {
    return false;
  }
  return true;
}

/// The loop along which numbers are neighbours in `from`: as the last or the last but one, squares can be turned. The
/// last where that does not matter.
inline int neighbours(const transfer& how) {
  const int last = how.extents.count - 1;
  if (!has_wide_registers || how.block_loop >= 0 || how.from[last] == 1) return last;
  for (int loop = 0; loop < last; ++loop)
    if (how.from[loop] == 1 && how.extents[loop] > 1) return loop;
  return last;
}

template <class T>
void move_loop(const transfer& how, int loop, const T* from, T* to, std::int64_t channels) {
  if (loop == how.extents.count - 1) {
    move_lanes(how, from, to, channels);
    return;
  }
  if constexpr (has_wide_registers)
    if (loop == how.extents.count - 2 && (move_rows(how, from, to) || move_interleaved(how, from, to))) return;
  if constexpr (std::is_floating_point_v<T>)
    if constexpr (turned_blocks<T>::exists)
      if (loop == how.extents.count - 2 && move_turned(how, from, to, channels)) return;
  const std::int64_t lanes = how.extents[how.extents.count - 1];
  for (std::int64_t i = 0; i < how.extents[loop]; ++i)
    move_loop(how, loop + 1, from + i * how.from[loop], to + i * how.to[loop],
              loop == how.block_loop ? how.limit - i * lanes : channels);
}

}  // namespace detail

/// The loop of a move that workers share: the outermost that is long enough, but not the lanes of channel blocks. -1:
/// none.
constexpr int shared_loop(const transfer& how, int workers) {
  const int last = how.extents.count - 1;
  for (int loop = 0; loop <= last; ++loop) {
    const std::int64_t least = loop < last - 1 ? 4 : 32;  // the two innermost are moved in squares and by cache lines
    const bool is_lanes = loop == last && how.block_loop >= 0;
    if (how.extents[loop] >= least * workers || (how.extents[loop] % workers == 0 && loop < last - 1 && !is_lanes))
      return is_lanes ? -1 : loop;
  }
  return -1;
}

/// A stretch of one loop of a move.
constexpr transfer part_of(transfer how, int loop, range<std::int64_t> rounds) {
  how.extents[loop] = rounds.last - rounds.first;
  how.from_offset += rounds.first * how.from[loop];
  how.to_offset += rounds.first * how.to[loop];
  if (loop == how.block_loop) how.limit -= rounds.first * how.extents[how.extents.count - 1];
  return how;
}

/// Moves elements. One function for all geometries: moves are bound by memory, and a
/// kernel each would cost more compile time than they are worth.
template <class T>
void move(const transfer& how, const T* from, T* to, alone = {}) {
  for (std::int64_t extent : how.extents)
    if (extent == 0) return;
  const int loop = detail::neighbours(how);
  const int last = how.extents.count - 1;
  if (loop >= last - 1) return detail::move_loop(how, 0, from + how.from_offset, to + how.to_offset, how.limit);
  transfer turnable = how;
  for (ints* each : {&turnable.extents, &turnable.from, &turnable.to}) std::swap((*each)[loop], (*each)[last - 1]);
  detail::move_loop(turnable, 0, from + how.from_offset, to + how.to_offset, how.limit);
}

/// One worker's rounds of the loop that `shared_loop` chooses.
template <class T, int Workers>
void move(const transfer& how, const T* from, T* to, share<Workers> part) {
  const int loop = shared_loop(how, Workers);
  move(part_of(how, loop, part.of(how.extents[loop])), from, to);
}

template <class T>
void fill(T* to, std::int64_t count, T value) {
  for (std::int64_t i = 0; i < count; ++i) to[i] = value;
}

}  // namespace litho::npu
