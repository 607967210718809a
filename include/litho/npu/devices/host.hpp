// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../../core/device.hpp"

namespace litho::npu {

/// The processor that is compiled for. 64 bytes of channels: one register of AVX-512, two of AVX2, four of SSE. A
/// step of its Cube is what it multiplies and adds per cycle, two registers full (Zen 3 to 5, Intel servers). Streams are
/// what a crew's threads run; there may be any number, and 64 are more than the branches of any graph we know.
inline constexpr device host{
    .name = "host",
    .lane_bytes = 64,
#if defined(__AVX512F__)
    .registers = 32,
    .register_bytes = 64,
    .alignment = 64,
    .streams = 64,
    .cube_n = 32,
    .vector_bytes = 64,
#elif defined(__AVX__)
    .registers = 16,
    .register_bytes = 32,
    .alignment = 64,
    .streams = 64,
    .cube_n = 16,
    .vector_bytes = 32,
#else  // SSE2, NEON
    .registers = 16,
    .register_bytes = 16,
    .alignment = 64,
    .streams = 64,
    .cube_n = 8,
    .vector_bytes = 16,
#endif
    .clock_mhz = 3000,
    .memory_bytes_per_cycle = 8,
    .l1_bytes = 32 * 1024,
    .unified_buffer_bytes =
        16 * 1024,  // what a padded band of rows may take: half a first-level cache; more is not faster
};

}  // namespace litho::npu
