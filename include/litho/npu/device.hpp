// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "../core/device.hpp"

/// The devices that are emulated, and a simple model of the cycles they take.
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

/// Huawei Ascend 910B2: the platform file Ascend910B2.ini of hicann/runtime and the page "NPU architecture 2201" of
/// mirror-cann/asc-devkit. The Cube step is that of fp16; f32 takes four times as long (k = 4).
inline constexpr device ascend_910b{
    .name = "ascend_910b",
    .lane_bytes = 64,
    .registers = 0,
    .register_bytes = 0,
    .alignment = 512,
    .cube_m = 16,
    .cube_k = 16,
    .cube_n = 16,
    .vector_bytes = 256,
    .cube_cores = 24,
    .vector_cores = 48,
    .clock_mhz = 1800,
    .memory_bytes_per_cycle = 32,
    .l0a_bytes = 64 * 1024,
    .l0b_bytes = 64 * 1024,
    .l0c_bytes = 128 * 1024,
    .l1_bytes = 512 * 1024,
    .unified_buffer_bytes = 192 * 1024,
};

/// What this translation unit's kernels are made for. Of the processors with Armv7E-M only a Cortex-M7 computes
/// doubles; one whose FPU does not is told from a Cortex-M4F by no macro, and is treated as that.
#if defined(__ARM_ARCH_7EM__) && (__ARM_FP & 8)
inline constexpr const device& default_device = cortex_m7;
#elif defined(__ARM_ARCH_7EM__)
inline constexpr const device& default_device = cortex_m4f;
#else
inline constexpr const device& default_device = host;
#endif

/// Whether there are SIMD registers: kernels then unroll more, where code would be dear on a Cortex-M.
inline constexpr bool has_wide_registers = default_device.register_bytes >= 16;

/// The second-level cache that kernels count on: 1 MiB behind 32 KiB, none behind less (a Cortex-M).
constexpr std::int64_t second_level_bytes(const device& on) { return on.l1_bytes < 32 * 1024 ? 0 : 32 * on.l1_bytes; }

/// Bytes that one kernel may move and still leave its results in the caches for the next. Measured on Zen 5 with 32 MiB of
/// third level: stores past the caches take 1.5 times as long for 16 MiB read and written, 0.88 times for 32 MiB.
constexpr std::int64_t cached_bytes(const device& on) {
  return on.l1_bytes < 32 * 1024 ? on.l1_bytes : 1024 * on.l1_bytes;
}

/// Channels in a block: C0.
constexpr int c0(const device& on, dtype element) { return on.c0(element); }

constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// Cycles for an [m,k] x [k,n] product, its Cube steps spread evenly over the cores.
constexpr std::int64_t cube_cycles(const device& on, std::int64_t m, std::int64_t k, std::int64_t n) {
  const std::int64_t steps = ceil_div(m, on.cube_m) * ceil_div(k, on.cube_k) * ceil_div(n, on.cube_n);
  return ceil_div(steps, on.cube_cores);
}

/// Cycles for `operations` Vector instructions on each of the elements.
constexpr std::int64_t vector_cycles(const device& on, std::int64_t elements, std::int64_t element_bytes,
                                     std::int64_t operations) {
  return ceil_div(ceil_div(elements * element_bytes, on.vector_bytes) * operations, on.vector_cores);
}

/// Cycles to move so many bytes from or to global memory with all Cube cores at it.
constexpr std::int64_t copy_cycles(const device& on, std::int64_t bytes) {
  return ceil_div(bytes, std::int64_t{on.memory_bytes_per_cycle} * on.cube_cores);
}

}  // namespace litho::npu
