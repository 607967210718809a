// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../../core/device.hpp"

namespace litho::npu {

/// Arm Cortex-M7: as the M4F, with caches of up to 64 KiB and one multiply-add per cycle. Arm Cortex-M7 TRM, 100165.
inline constexpr device cortex_m7{
    .name = "cortex_m7",
    .lane_bytes = 16,
    .registers = 32,
    .register_bytes = 4,
    .alignment = 32,
    .vector_bytes = 4,
    .clock_mhz = 400,
    .memory_bytes_per_cycle = 8,
    .l1_bytes = 16 * 1024,
    .unified_buffer_bytes = 16 * 1024,
};

}  // namespace litho::npu
