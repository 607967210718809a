// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho/core/device.hpp>

namespace graphs {

/// A processor with AVX-512, whatever this one is: plans that tests hold against a text are made for it.
inline constexpr litho::device fixed_target{
    .name = "fixed",
    .lane_bytes = 64,
    .registers = 32,
    .register_bytes = 64,
    .alignment = 64,
    .cube_n = 32,
    .vector_bytes = 64,
    .clock_mhz = 3000,
    .memory_bytes_per_cycle = 8,
    .l1_bytes = 32 * 1024,
    .unified_buffer_bytes = 256 * 1024,
};

/// The same, on which neither a meeting of workers nor an event takes time, so that the smallest kernels are shared.
constexpr litho::device without_waiting(litho::device like) {
  like.clock_mhz = 0;
  return like;
}

/// The same with streams.
constexpr litho::device with_streams(litho::device like, int streams, bool async_copy = false) {
  like.streams = streams;
  like.async_copy = async_copy;
  return like;
}

}  // namespace graphs
