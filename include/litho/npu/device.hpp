// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "devices/ascend_910.hpp"
#include "devices/ascend_910b.hpp"
#include "devices/ascend_950.hpp"
#include "devices/cortex_m4f.hpp"
#include "devices/cortex_m7.hpp"
#include "devices/host.hpp"

/// The devices that the library knows, and a simple model of the cycles they take. A device of your own is a copy with
/// changes:
///
///   constexpr litho::device mine = [] {
///     litho::device like = litho::npu::ascend_910b;
///     like.name = "mine";
///     like.cube_cores = 8;
///     return like;
///   }();
///   struct reader : litho::network<reader> { static constexpr litho::device target = mine; ... };
namespace litho::npu {

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

/// Cycles for an [m,k] x [k,n] product of such elements, its Cube steps spread evenly over the cores. 0 for elements that
/// the Cube does not take.
constexpr std::int64_t cube_cycles(const device& on, std::int64_t m, std::int64_t k, std::int64_t n,
                                   dtype element = dtype::f16) {
  const int inner = on.cube_inner(element);
  if (inner == 0) return 0;
  return ceil_div(ceil_div(m, on.cube_m) * ceil_div(k, inner) * ceil_div(n, on.cube_n), on.cube_cores);
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
