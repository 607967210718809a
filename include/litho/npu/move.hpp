// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstring>
#include <type_traits>

#include "../core/transfer.hpp"
#include "lanes.hpp"
#include "share.hpp"

namespace litho::npu {

namespace detail {

template <class T>
void move_lanes(const transfer& how, const T* from, T* to, std::int64_t channels) {
  const int last = how.extents.count - 1;
  const std::int64_t extent = how.extents[last];
  const std::int64_t used = how.block_loop < 0 || channels > extent ? extent : channels;
  const std::int64_t from_step = how.from[last];
  const std::int64_t to_step = how.to[last];
  if (from_step == 1 && to_step == 1) {
    std::memcpy(to, from, static_cast<std::size_t>(used) * sizeof(T));
  } else {
    for (std::int64_t i = 0; i < used; ++i) to[i * to_step] = from[i * from_step];
  }
  if (how.clear)
    for (std::int64_t i = used; i < extent; ++i) to[i * to_step] = T{};
}

/// Two loops that change places, as in and out of channel blocks: squares of numbers are turned in registers. Rows beyond the
/// last whole square are moved once more with those before them, channels beyond `channels` are lanes of zero.
template <class T>
struct turned_loops {
  using packet = typename Eigen::internal::packet_traits<T>::type;
  static constexpr std::int64_t size = Eigen::internal::packet_traits<T>::size;

  struct loop {
    std::int64_t extent, from, to;
  };

  static bool fits(const transfer& how) {
    const int last = how.extents.count - 1;
    if (size == 1 || last < 1) return false;
    const bool into = how.from[last - 1] == 1 && how.to[last] == 1;
    const bool out_of = how.from[last] == 1 && how.to[last - 1] == 1;
    const auto is_long = [&](int loop) { return how.extents[loop] >= size; };
    return (into || out_of) && is_long(last) && is_long(last - 1) &&
           (how.block_loop < 0 || how.extents[last] % size == 0);
  }

  static void move(const transfer& how, const T* from, T* to, std::int64_t channels) {
    const int last = how.extents.count - 1;
    const loop lanes{how.extents[last], how.from[last], how.to[last]};
    const loop rows{how.extents[last - 1], how.from[last - 1], how.to[last - 1]};
    const std::int64_t limit = how.block_loop < 0 ? lanes.extent : channels;
    const bool into = rows.from == 1;
    for (std::int64_t row = 0; row < rows.extent; row += size) {
      const std::int64_t first_row = row + size > rows.extent ? rows.extent - size : row;
      for (std::int64_t lane = 0; lane < lanes.extent; lane += size) {
        const std::int64_t first_lane = lane + size > lanes.extent ? lanes.extent - size : lane;
        const std::int64_t used = limit - first_lane;
        const T* const source = from + first_row * rows.from + first_lane * lanes.from;
        T* const target = to + first_row * rows.to + first_lane * lanes.to;
        if (into)
          turn(source, lanes.from, used, target, rows.to, size);
        else
          turn(source, rows.from, size, target, lanes.to, used);
      }
    }
  }

 private:
  static EIGEN_ALWAYS_INLINE void turn(const T* from, std::int64_t from_step, std::int64_t loaded, T* to,
                                       std::int64_t to_step, std::int64_t stored) {
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wignored-attributes"  // of packets as template arguments, which do not matter here
#endif
    Eigen::internal::PacketBlock<packet, static_cast<int>(size)> square;
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
#pragma GCC unroll 16
    for (std::int64_t i = 0; i < size; ++i)
      square.packet[i] =
          i < loaded ? Eigen::internal::ploadu<packet>(from + i * from_step) : Eigen::internal::pset1<packet>(T(0));
    Eigen::internal::ptranspose(square);
#pragma GCC unroll 16
    for (std::int64_t i = 0; i < size; ++i)
      if (i < stored) Eigen::internal::pstoreu(to + i * to_step, square.packet[i]);
  }
};

template <class T>
void move_loop(const transfer& how, int loop, const T* from, T* to, std::int64_t channels) {
  if (loop == how.extents.count - 1) {
    move_lanes(how, from, to, channels);
    return;
  }
  if constexpr (std::is_floating_point_v<T>)
    if (loop == how.extents.count - 2 && turned_loops<T>::fits(how))
      return turned_loops<T>::move(how, from, to, channels);
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
  detail::move_loop(how, 0, from + how.from_offset, to + how.to_offset, how.limit);
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
