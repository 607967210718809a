// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../plan/cost.hpp"
#include "task.hpp"

/// Cycles of single tasks: a transfer takes its latency plus bytes over rate, a Cube step a cycle for each fractal, a
/// Vector instruction a cycle for each 256 bytes (asc-devkit, tests/perf; docs/why/018).
namespace litho::task {

/// Elements that a transfer moves, lanes of no channel left out.
constexpr std::int64_t moved_elements(const transfer& how) {
  std::int64_t all = how.extents.product();
  if (how.block_loop < 0 || all == 0) return all;
  const std::int64_t lanes = how.extents[how.extents.count - 1];
  const std::int64_t padded = how.extents[how.block_loop] * lanes;
  return padded <= how.limit ? all : all / padded * how.limit;
}

/// Elements that follow each other on both sides.
constexpr std::int64_t run_of(const transfer& how) {
  std::int64_t run = 1;
  for (int loop = how.extents.count - 1; loop >= 0; --loop) {
    if (how.extents[loop] == 1) continue;
    if (how.from[loop] != run || how.to[loop] != run) break;
    run *= how.extents[loop];
  }
  return run;
}

/// Bytes that a transfer takes the time of. Memory is read and written in pieces of 32 bytes; where neighbours on one
/// side are none on the other, squares of 16 by 16 are turned on the way, a second pass over the data.
constexpr std::int64_t paid_bytes(const move& each) {
  const std::int64_t size = litho::size_of(each.from_element) > litho::size_of(each.to_element)
                                ? litho::size_of(each.from_element)
                                : litho::size_of(each.to_element);
  const std::int64_t elements = moved_elements(each.how);
  const std::int64_t run = run_of(each.how);
  if (run * size >= fractal_bytes || run == elements)
    return plan::rounds(elements, run) * round_up(run * size, fractal_bytes);
  std::int64_t along_from = 1;
  std::int64_t along_to = 1;
  for (int loop = 0; loop < each.how.extents.count; ++loop) {
    const std::int64_t extent = each.how.extents[loop];
    if (each.how.from[loop] == 1 && extent > along_from) along_from = extent;
    if (each.how.to[loop] == 1 && extent > along_to) along_to = extent;
  }
  const bool turns = along_from >= fractal && along_to * size >= fractal_bytes;
  return turns ? 2 * elements * size : plan::rounds(elements, run) * fractal_bytes;
}

/// Bytes per cycle between two memories.
constexpr int rate_of(const device& on, memory from, memory to, bool near) {
  const auto slower = [](int a, int b) { return a == 0 || (b != 0 && b < a) ? b : a; };
  if (from == memory::global) return near && on.l2_read > 0 ? on.l2_read : on.memory_bytes_per_cycle;
  if (to == memory::global)
    return slower(on.unified_to_global, near && on.l2_write > 0 ? on.l2_write : on.memory_bytes_per_cycle);
  if (to == memory::l0a) return on.l1_to_l0a;
  if (to == memory::l0b) return on.l1_to_l0b;
  if (from == memory::l0c) return on.l0c_to_unified;
  return from == memory::l1 ? on.l1_to_unified : on.unified_to_l1;
}

constexpr std::int64_t latency_of(const device& on, memory from, memory to) {
  if (to == memory::l0a || to == memory::l0b) return on.load_latency;
  if (from == memory::l0c) return on.fixpipe_latency;
  return 0;
}

constexpr std::int64_t cycles_of(const device& on, const move& each, bool near) {
  const bool is_load = each.to.where == memory::l0a || each.to.where == memory::l0b;
  const std::int64_t bytes = is_load ? moved_elements(each.how) * litho::size_of(each.to_element) : paid_bytes(each);
  return latency_of(on, each.from.where, each.to.where) +
         plan::rounds(bytes, rate_of(on, each.from.where, each.to.where, near));
}

constexpr std::int64_t bytes_of(const image& each) {
  return round_up(each.pixels, fractal) * each.steps * each.lanes * litho::size_of(each.element);
}
constexpr std::int64_t cycles_of(const device& on, const image& each) {
  return on.image_latency + plan::rounds(bytes_of(each), on.l1_to_l0a);
}

constexpr std::int64_t cycles_of(const device& on, const multiply& each) {
  return plan::rounds(each.m, on.cube_m) * plan::rounds(each.n, on.cube_n) *
         plan::rounds(each.k, on.cube_inner(each.element));
}

/// One Vector instruction after the other on so many elements.
constexpr std::int64_t vector_cycles(const device& on, std::int64_t elements, dtype element,
                                     std::int64_t instructions) {
  return plan::rounds(elements * litho::size_of(element), on.vector_bytes) * instructions;
}

}  // namespace litho::task
