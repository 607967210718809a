// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "copies.hpp"
#include "cube.hpp"
#include "windows.hpp"

namespace litho::task {

namespace detail {

/// Whether all that a run touches lies in the second-level cache, where the run before has left it.
constexpr bool is_near(const plan::plan& p) {
  std::int64_t bytes = p.totals.arena_bytes + p.totals.weight_bytes + p.totals.constant_bytes;
  for (const plan::buffer& each : p.buffers)
    if (each.where == plan::place::input || each.where == plan::place::output) bytes += each.bytes;
  return bytes <= p.target.l2_bytes;
}

/// A whole op: by the pre-processing unit where it is one for pictures, else number by number on one Vector core.
constexpr void direct_kernel(writer& to) {
  const plan::kernel& k = to.kernel();
  const std::int64_t bytes = k.bytes_read + k.bytes_written;
  const std::int64_t cycles =
      plan::rounds(bytes, to.on().memory_bytes_per_cycle) + vector_cycles(to.on(), k.operations, k.arithmetic, 1);
  to.begin_block(0);
  to.add_direct(k.unit == engine::image ? queue::image : queue::vector, cycles, bytes);
  to.finish(false);
}

/// On the Cube where it takes the elements; else as a whole op.
template <class Operands>
constexpr void contraction_kernel(writer& to) {
  const Operands operands(to.plan(), to.kernel());
  if (to.on().is_emulated() && to.on().cube_inner(operands.element()) > 0)
    cube_kernel(to, operands).write();
  else
    direct_kernel(to);
}

}  // namespace detail

/// The tasks of all kernels of a run, in the plan's order. Of a plan that does not fit its device `fault` says why.
constexpr list lower(const plan::plan& p) {
  list result;
  const bool near = detail::is_near(p);
  for (std::size_t at = 0; at < p.kernels.size() && result.ok(); ++at) {
    const plan::kernel& k = p.kernels[at];
    if (k.when != binding::run) continue;
    writer to(p, result, static_cast<int>(at), near);
    switch (k.kind) {
      case plan::family::vector: vector_kernel(to); break;
      case plan::family::pooling:
      case plan::family::depthwise: window_kernel(to).write(); break;
      case plan::family::copy:
        if (plan::filling_of(p.graph, k.root).needed)
          detail::direct_kernel(to);
        else
          copy_kernel(to).write();
        break;
      case plan::family::direct:
      case plan::family::attention: detail::direct_kernel(to); break;
      case plan::family::matmul: detail::contraction_kernel<product_operands>(to); break;
      case plan::family::convolution: detail::contraction_kernel<convolution_operands>(to); break;
    }
  }
  return result;
}

}  // namespace litho::task
