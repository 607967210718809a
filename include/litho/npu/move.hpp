// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstring>
#include <type_traits>

#include "../core/transfer.hpp"

namespace litho::npu {

namespace detail {

template <class To, class From>
void move_lanes(const transfer& how, const From* from, To* to, std::int64_t channels) {
  const int last = how.extents.count - 1;
  const std::int64_t extent = how.extents[last];
  const std::int64_t used = how.block_loop < 0 || channels > extent ? extent : channels;
  const std::int64_t from_step = how.from[last];
  const std::int64_t to_step = how.to[last];
  if (std::is_same_v<To, From> && from_step == 1 && to_step == 1) {
    std::memcpy(to, from, static_cast<std::size_t>(used) * sizeof(To));
  } else {
    for (std::int64_t i = 0; i < used; ++i) to[i * to_step] = static_cast<To>(from[i * from_step]);
  }
  if (how.clear)
    for (std::int64_t i = used; i < extent; ++i) to[i * to_step] = To(0);
}

template <class To, class From>
void move_loop(const transfer& how, int loop, const From* from, To* to, std::int64_t channels) {
  if (loop == how.extents.count - 1) {
    move_lanes(how, from, to, channels);
    return;
  }
  const std::int64_t lanes = how.extents[how.extents.count - 1];
  for (std::int64_t i = 0; i < how.extents[loop]; ++i)
    move_loop(how, loop + 1, from + i * how.from[loop], to + i * how.to[loop],
              loop == how.block_loop ? how.limit - i * lanes : channels);
}

}  // namespace detail

/// Moves elements, converting their type where the two differ. One function for all geometries: moves are bound by memory, and a
/// kernel each would cost more compile time than they are worth.
template <class To, class From>
void move(const transfer& how, const From* from, To* to) {
  for (std::int64_t extent : how.extents)
    if (extent == 0) return;
  detail::move_loop(how, 0, from + how.from_offset, to + how.to_offset, how.limit);
}

template <class T>
void fill(T* to, std::int64_t count, T value) {
  for (std::int64_t i = 0; i < count; ++i) to[i] = value;
}

}  // namespace litho::npu
