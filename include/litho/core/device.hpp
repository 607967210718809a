// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "dtype.hpp"

namespace litho {

/// What a device can do, as far as decisions depend on it. Passes ask this value; no hardware state is kept anywhere.
/// The descriptions themselves are in npu/device.hpp.
struct device {
  const char* name = "";
  int lane_bytes = 64;      ///< bytes of one C0 block of channels
  int registers = 32;       ///< vector registers of a host's core, which bound a Cube kernel's tile
  int register_bytes = 64;  ///< bytes of one of them
  int alignment = 64;       ///< of buffers in the arena, bytes
  int cube_m = 1;           ///< rows, inner and columns of one Cube step
  int cube_k = 1;
  int cube_n = 1;
  int vector_bytes = 64;  ///< bytes that one Vector instruction handles
  int cube_cores = 1;
  int vector_cores = 1;
  int clock_mhz = 1000;
  int memory_bytes_per_cycle = 32;  ///< of one core
  std::int64_t l0a_bytes = 0;
  std::int64_t l0b_bytes = 0;
  std::int64_t l0c_bytes = 0;
  std::int64_t l1_bytes = 32 * 1024;
  std::int64_t unified_buffer_bytes = 0;

  constexpr int c0(dtype element) const { return lane_bytes / static_cast<int>(size_of(element)); }
  constexpr int registers_for(int bytes) const {
    return register_bytes <= 0 || bytes <= register_bytes ? 1 : bytes / register_bytes;
  }
  /// C0 blocks of sums that one row keeps in registers beside as many weights, at most 8.
  constexpr int blocks_of_one_row() const {
    const int most = (registers - 2) / (2 * registers_for(lane_bytes));
    return most < 1 ? 1 : most > 8 ? 8 : most;
  }
};

}  // namespace litho
