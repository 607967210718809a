// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../plan/transfers.hpp"
#include "vector.hpp"

namespace litho::task {

/// Writes a kernel that moves memory: each transfer in boxes through the unified buffer, dealt out to Vector cores.
class copy_kernel {
 public:
  constexpr explicit copy_kernel(writer& to) : to_(to) {}

  constexpr void write() {
    const plan::kernel& k = to_.kernel();
    const vec<transfer> moves = plan::transfers(to_.plan().graph, k.root, k.iteration);
    std::int64_t boxes = 0;
    for (const transfer& each : moves)
      detail::for_each_box(each.extents, size_of_box(each), [&](const box&) { ++boxes; });
    dealer blocks(
        to_, boxes, to_.on().vector_cores, [&] { ring_ = to_.make_ring(queue::mte2, queue::mte3, to_.depth()); },
        [&] { to_.drain(ring_); });
    for (const transfer& each : moves) {
      const shape size = size_of_box(each);
      if (size.product() * bytes() > room()) to_.fail("the lanes of one block are more than the unified buffer");
      detail::for_each_box(each.extents, size, [&](const box& of) {
        blocks.next();
        run_box(each, of);
      });
    }
    blocks.finish();
    to_.finish(false);
  }

 private:
  constexpr std::int64_t bytes() const { return litho::size_of(to_.kernel().iteration.element); }
  constexpr std::int64_t room() const {
    return to_.on().unified_buffer_bytes / to_.depth() / to_.on().local_alignment * to_.on().local_alignment;
  }

  /// Innermost loops are filled first; lanes of channel blocks stay together.
  constexpr shape size_of_box(const transfer& how) const {
    shape size = how.extents;
    std::int64_t left = room() / bytes();
    const std::int64_t share = plan::rounds(how.extents.product(), to_.on().vector_cores);
    left = share < left ? share : left;
    const std::int64_t least = 8 * to_.on().vector_bytes / bytes();
    left = left < least ? least : left;
    for (int loop = how.extents.count - 1; loop >= 0; --loop) {
      const bool is_lanes = how.block_loop >= 0 && loop == how.extents.count - 1;
      if (!is_lanes && size[loop] > left) size[loop] = left < 1 ? 1 : left;
      left /= size[loop] < 1 ? 1 : size[loop];
    }
    return size;
  }

  constexpr void run_box(const transfer& how, const box& of) {
    const auto operands = to_.plan().operands_of(to_.kernel());
    const dtype element = to_.kernel().iteration.element;
    const plan::operand& from = operands[static_cast<std::size_t>(how.input)];
    const plan::operand& to = operands[operands.size() - 1];
    transfer part = how;
    part.extents = of.extent;
    for (int loop = 0; loop < of.extent.count; ++loop) {
      part.from_offset += of.first[loop] * how.from[loop];
      part.to_offset += of.first[loop] * how.to[loop];
    }
    if (how.block_loop >= 0) part.limit -= of.first[how.block_loop] * how.extents[how.extents.count - 1];
    const ints packed = strides_of(of.extent);
    transfer in = part;
    transfer out = part;
    in.to = out.from = packed;
    in.to_offset = out.from_offset = 0;
    if (how.clear)
      out.block_loop = -1;
    else
      in.block_loop = -1;
    in.clear = how.clear;
    out.clear = false;
    const int slot = to_.begin_fill(ring_);
    const location here{memory::unified, -1, slot * room()};
    to_.add(queue::mte2, move{{memory::global, from.buffer, from.offset * bytes()}, here, element, element, in});
    to_.end_fill(ring_);
    to_.begin_use(ring_);
    to_.add(queue::mte3, move{here, {memory::global, to.buffer, to.offset * bytes()}, element, element, out});
    to_.end_use(ring_);
  }

  writer& to_;
  ring ring_{};
};

}  // namespace litho::task
