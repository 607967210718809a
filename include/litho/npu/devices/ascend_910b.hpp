// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../../core/device.hpp"

namespace litho::npu {

/// Like the Huawei Ascend 910B2 (architecture 2201): 24 cores with a Cube, 48 with a Vector unit.
/// Sources:
///   [ini]        hicann/runtime, src/platform/platform_config/Ascend910B2.ini
///   [page]       mirror-cann/asc-devkit, the page of the guide "NPU architecture 2201"
///   [format]     the same, "data formats"
///   [cycles]     the same, tests/perf/mmad_perf: ceil(M/16) ceil(N/16) ceil(K/k0) cycles
///   [transfers]  the same, tests/perf/load_data_perf and fixpipe_perf: a latency and bytes by their rate
///   [graph]      hicann/ge, the page on memory constraints
///   [caps]       hicann/ge, inc/framework/runtime/stream_allocator.h and event_allocator.h; the ini names no limit
inline constexpr device ascend_910b{
    .name = "ascend_910b",
    .lane_bytes = 32,  // [format] C0: 16 of 16 bit, 32 of 8 bit, 8 of 32 bit
    .registers = 0,    // the Cube sums in L0C, not in registers
    .register_bytes = 0,
    .alignment = 512,      // [graph] of graph memory
    .user_alignment = 32,  // [graph] of buffers without a copy

    .streams = 2024,  // [caps]
    .events = 4096,   // [caps]
    .event_ids = 8,   // [page] between each pair of queues
    .async_copy = true,
    .fine_events = true,
    .double_buffer = true,

    .cube_m = 16,         // [ini]
    .cube_k = 16,         // [ini] of 16 bit; [cycles]
    .cube_n = 16,         // [ini]
    .cube_k_byte = 32,    // [ini] of int8; [cycles]
    .cube_k_float = 4,    // [cycles]
    .vector_bytes = 256,  // [ini] vec_calc_size: 128 numbers of 16 bit
    .cube_cores = 24,     // [ini]
    .vector_cores = 48,   // [ini]
    .clock_mhz = 1800,    // [ini] cube_freq

    .memory_bytes_per_cycle = 32,        // [ini]
    .l2_read = 110,                      // [ini]
    .l2_write = 86,                      // [ini]
    .l1_to_l0a = 512,                    // [ini]
    .l1_to_l0b = 256,                    // [ini]; [page] has 256 and 128 for the two
    .l1_to_unified = 128,                // [ini]
    .l0c_to_unified = 256,               // [ini]
    .unified_to_l1 = 128,                // [ini]
    .unified_to_global = 64,             // [ini]
    .load_latency = 28,                  // [transfers]
    .image_latency = 50,                 // [transfers]
    .fixpipe_latency = 20,               // [transfers]
    .local_alignment = 32,               // [page] UB and L1
    .l0_alignment = 512,                 // [page] L0A and L0B: a fractal
    .l0c_alignment = 64,                 // [page]
    .l0a_bytes = 64 * 1024,              // [ini]
    .l0b_bytes = 64 * 1024,              // [ini]
    .l0c_bytes = 128 * 1024,             // [ini]
    .l1_bytes = 512 * 1024,              // [ini]
    .unified_buffer_bytes = 192 * 1024,  // [ini]
    .l2_bytes = 192 * 1024 * 1024,       // [ini]
};

}  // namespace litho::npu
