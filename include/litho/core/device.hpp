// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "dtype.hpp"

namespace litho {

/// What a device can do, as far as decisions depend on it. Passes ask this value; no hardware state is kept anywhere.
/// The descriptions themselves are in npu/devices/. Rates are bytes per cycle of one core, latencies cycles, sizes bytes
/// of one core. A device with l0c_bytes has a Cube of its own, and its plans run on the emulator.
struct device {
  const char* name = "";
  int lane_bytes = 64;      ///< bytes of one C0 block of channels
  int registers = 32;       ///< vector registers of a host's core, which bound a Cube kernel's tile
  int register_bytes = 64;  ///< bytes of one of them
  int alignment = 64;       ///< of buffers in the arena
  int user_alignment = 1;   ///< of a user's buffers that are used in place

  // Abilities
  int streams = 1;            ///< that a plan may use at once
  int events = 0;             ///< between streams
  int event_ids = 8;          ///< flags between each two queues of a core
  bool async_copy = false;    ///< copies may run beside kernels, on streams of their own
  bool fine_events = false;   ///< queues of a core wait for each other by flags; without, for all of each other
  bool in_place = true;       ///< a kernel may write over an input that dies with it
  bool double_buffer = true;  ///< a buffer may be filled while another half of it is read

  // Arithmetic
  int cube_m = 1;  ///< rows, inner and columns of one Cube step of 16-bit numbers, which takes a cycle
  int cube_k = 1;
  int cube_n = 1;
  int cube_k_byte = 0;    ///< inner of a step of 8-bit numbers; 0: the Cube does not take them
  int cube_k_float = 1;   ///< inner of a step of 32-bit floats; 0: the Cube does not take them
  int vector_bytes = 64;  ///< bytes that one Vector instruction handles
  int cube_cores = 1;
  int vector_cores = 1;
  int clock_mhz = 1000;

  // Memories
  int memory_bytes_per_cycle = 32;  ///< global memory
  int l2_read = 0;
  int l2_write = 0;
  int l1_to_l0a = 0;
  int l1_to_l0b = 0;
  int l1_to_unified = 0;
  int l0c_to_unified = 0;
  int unified_to_l1 = 0;
  int unified_to_global = 0;
  int load_latency = 0;     ///< L1 to L0
  int image_latency = 0;    ///< L1 to L0 by image-to-column
  int fixpipe_latency = 0;  ///< bias and results
  int local_alignment = 1;  ///< of what lies in L1 and the unified buffer
  int l0_alignment = 1;     ///< of what lies in L0A and L0B
  int l0c_alignment = 1;
  std::int64_t l0a_bytes = 0;
  std::int64_t l0b_bytes = 0;
  std::int64_t l0c_bytes = 0;
  std::int64_t l1_bytes = 32 * 1024;
  std::int64_t unified_buffer_bytes = 0;
  std::int64_t l2_bytes = 0;  ///< of all cores

  /// Whether the device is emulated: its Cube has buffers of its own.
  constexpr bool is_emulated() const { return l0c_bytes > 0; }
  /// Vector units beside each Cube.
  constexpr int vectors_per_cube() const { return vector_cores < cube_cores ? 1 : vector_cores / cube_cores; }
  /// Inner size of one Cube step, 0 for elements that the Cube does not take.
  constexpr int cube_inner(dtype element) const {
    switch (element) {
      case dtype::f16:
      case dtype::bf16: return is_emulated() ? cube_k : 0;
      case dtype::f32: return cube_k_float;
      case dtype::i8:
      case dtype::u8: return cube_k_byte;
      case dtype::f64: return is_emulated() ? 0 : cube_k_float;
      default: return 0;
    }
  }
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
