// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../../core/device.hpp"

namespace litho::npu {

/// Arm Cortex-M4F: 32 single-precision registers, one multiply-add at a time (3 cycles), no cache. Channels in blocks
/// of 4, so that one loaded input serves 4 outputs. Arm Cortex-M4 Technical Reference Manual, 100166.
inline constexpr device cortex_m4f{
    .name = "cortex_m4f",
    .lane_bytes = 16,
    .registers = 32,
    .register_bytes = 4,
    .alignment = 16,
    .vector_bytes = 4,
    .clock_mhz = 168,
    .memory_bytes_per_cycle = 4,
    .l1_bytes = 8 * 1024,
    .unified_buffer_bytes = 8 * 1024,
};

}  // namespace litho::npu
