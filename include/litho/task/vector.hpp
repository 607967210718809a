// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "unified.hpp"

namespace litho::task {

/// A box of a kernel's loops.
struct box {
  ints first;
  shape extent;
};

/// Writes the Vector part of a kernel: for a box of its loops the operands' way into the unified buffer, the
/// micro-program, and the results' way out. Whole kernels (vector_kernel) as well as what follows a Cube or window.
class vector_part {
 public:
  /// `largest` is the box that the unified buffer is laid out for, after `reserved` bytes.
  constexpr vector_part(writer& to, const shape& largest, bool in_pieces, std::int64_t reserved = 0)
      : to_(to),
        layout_(to.plan(), to.kernel(), largest, in_pieces, in_pieces ? 1 : to.depth()),
        in_pieces_(in_pieces),
        reserved_(reserved) {
    slots_.resize(static_cast<std::size_t>(depth()));
  }

  constexpr const unified_layout& layout() const { return layout_; }
  constexpr std::int64_t bytes() const { return reserved_ + layout_.bytes(); }
  constexpr int depth() const { return in_pieces_ ? 1 : to_.depth(); }

  constexpr void begin_block(queue main_filler = queue::fixpipe) {
    in_ = to_.make_ring(queue::mte2, queue::vector, depth());
    out_ = to_.make_ring(queue::vector, queue::mte3, depth());
    if (in_pieces_) stored_ = to_.make_ring(queue::mte3, queue::mte2, 1);
    if (layout_.has_main() && main_filler != queue::vector) main_ = to_.make_ring(main_filler, queue::vector, depth());
    main_filler_ = main_filler;
  }
  /// Where the next box's main values go, in the unified buffer.
  constexpr location begin_main() {
    const int part = main_filler_ == queue::vector ? mains_++ % depth() : to_.begin_fill(main_);
    return {memory::unified, -1, reserved_ + layout_.main_at(part)};
  }
  constexpr void end_main() {
    if (main_filler_ != queue::vector) to_.end_fill(main_);
  }
  /// The queue before has done with what this part reads: `program` may use parts that it filled.
  constexpr void run(const box& of, int units, std::int64_t main_offset = -1) {
    const int phases = static_cast<int>(to_.plan().phases_of(to_.kernel()).size());
    if (!in_pieces_) {
      group(of, 0, phases, true, units, main_offset);
      return;
    }
    for (int phase = 0; phase < phases; ++phase) run_pieces(of, phase, units, main_offset);
  }
  /// How long the pieces of a row are.
  constexpr void set_piece(std::int64_t length) { piece_ = length; }
  constexpr void end_block() {
    if (stored_.filled > stored_.used) {
      to_.begin_use(stored_);
      to_.settle(queue::mte2);
      to_.end_use(stored_);
    }
    if (stored_.filled > 0) to_.drain(stored_);
    to_.drain(in_);
    to_.drain(out_);
    if (main_.filled > 0) to_.drain(main_);
  }

 private:
  constexpr const plan::kernel& kernel() const { return to_.kernel(); }

  constexpr void run_pieces(box of, int phase, int units, std::int64_t main_offset) {
    const int loop = unified_layout::repeated_loop(kernel());
    const std::int64_t all = of.extent[loop];
    for (std::int64_t at = 0; at < all; at += piece_) {
      of.first[loop] = at;
      of.extent[loop] = all - at < piece_ ? all - at : piece_;
      group(of, phase, phase + 1, at == 0, units, main_offset);
    }
  }

  /// Loads, the phases first ... end - 1, stores.
  constexpr void group(const box& of, int first, int end, bool begins, int units, std::int64_t main_offset) {
    const bool loads = move_operands(of, first, end, begins, false, true);
    const bool stores = move_operands(of, first, end, begins, true, true);
    const int in_part = loads ? to_.begin_fill(in_) : 0;
    part_ = in_part;
    const bool waits_for_stores = loads && stored_.filled > stored_.used;
    if (waits_for_stores) to_.begin_use(stored_);
    move_operands(of, first, end, begins, false, false);
    if (waits_for_stores) to_.end_use(stored_);
    if (loads) to_.end_fill(in_);
    if (loads) to_.begin_use(in_);
    const bool waits_for_main = main_offset >= 0 && main_filler_ != queue::vector;
    if (waits_for_main) to_.begin_use(main_);
    const int out_part = stores ? to_.begin_fill(out_) : in_part;
    if (loads && stores && in_part != out_part) to_.fail("parts of a ring differ");
    part_ = stores ? out_part : in_part;
    for (int phase = first; phase < end; ++phase) {
      program made{.phase = phase, .first = of.first, .extent = of.extent};
      made.operands = operand_slots(part_);
      made.values = value_slots();
      made.main = main_offset;
      made.begins = made.once = begins;
      to_.add(made, program_cycles(to_.plan(), kernel(), made, units));
    }
    if (loads) to_.end_use(in_);
    if (waits_for_main) to_.end_use(main_);
    if (!stores) return;
    to_.end_fill(out_);
    to_.begin_use(out_);
    if (in_pieces_) to_.begin_fill(stored_);
    move_operands(of, first, end, begins, true, false);
    if (in_pieces_) to_.end_fill(stored_);
    to_.end_use(out_);
  }

  /// Moves the operands that the phases load (or store), or says whether there are any.
  constexpr bool move_operands(const box& of, int first, int end, bool begins, bool out, bool only_look) {
    const auto phases = to_.plan().phases_of(kernel());
    const auto steps = to_.plan().steps_of(kernel());
    vec<bool> done(to_.plan().operands_of(kernel()).size());
    bool any = false;
    for (int p = first; p < end; ++p) {
      const plan::phase& phase = phases[static_cast<std::size_t>(p)];
      for (int s = begins ? phase.first_once : phase.first_block; s < phase.end; ++s) {
        const plan::step& each = steps[static_cast<std::size_t>(s)];
        if (each.kind != (out ? plan::step_kind::store : plan::step_kind::load)) continue;
        if (!layout_.is_moved(each.operand) || done[static_cast<std::size_t>(each.operand)]) continue;
        done[static_cast<std::size_t>(each.operand)] = true;
        any = true;
        if (!only_look) move_operand(of, each.operand, out, s < phase.first_block);
      }
    }
    return any;
  }

  constexpr void move_operand(const box& of, int which, bool out, bool once) {
    const plan::operand& operand = to_.plan().operands_of(kernel())[static_cast<std::size_t>(which)];
    const slot local = layout_.operand(which, part_);
    location global{memory::global, operand.scratch ? -1 : operand.buffer, operand.offset};
    transfer how;
    for (int loop = 0; loop < of.extent.count; ++loop) {
      const std::int64_t stride = operand.strides[loop];
      global.offset += of.first[loop] * stride;
      if (stride == 0 || of.extent[loop] == 1) continue;
      if (once && loop == unified_layout::repeated_loop(kernel())) continue;
      how.extents.push_back(of.extent[loop]);
      how.from.push_back(out ? local.strides[loop] : stride);
      how.to.push_back(out ? stride : local.strides[loop]);
    }
    if (how.extents.empty()) how.extents = how.from = how.to = ints{1};
    global.offset *= litho::size_of(local.element);
    const location unified{memory::unified, -1, reserved_ + local.offset};
    to_.add(out ? queue::mte3 : queue::mte2, move{.from = out ? unified : global,
                                                  .to = out ? global : unified,
                                                  .from_element = local.element,
                                                  .to_element = local.element,
                                                  .how = how});
  }

  constexpr ir::range operand_slots(int part) {
    ir::range& known = slots_[static_cast<std::size_t>(part)];
    if (known.count > 0 || to_.plan().operands_of(kernel()).size() == 0) return known;
    vec<slot> made;
    for (int o = 0; o < kernel().operands.count; ++o) made.push_back(shifted(layout_.operand(o, part)));
    known = to_.add_slots({made.data(), made.size()});
    return known;
  }
  constexpr ir::range value_slots() {
    if (values_.count > 0) return values_;
    vec<slot> made;
    for (const slot& each : layout_.values()) made.push_back(shifted(each));
    values_ = to_.add_slots({made.data(), made.size()});
    return values_;
  }
  constexpr slot shifted(slot of) const {
    if (of.offset >= 0) of.offset += reserved_;
    return of;
  }

  writer& to_;
  unified_layout layout_;
  bool in_pieces_;
  std::int64_t reserved_;
  std::int64_t piece_ = 0;
  int part_ = 0;
  int mains_ = 0;
  queue main_filler_ = queue::fixpipe;
  ring in_{};
  ring out_{};
  ring main_{};
  ring stored_{};  // of a row in pieces: scratch is in memory before a later phase asks for it
  vec<ir::range> slots_;
  ir::range values_{};
};

namespace detail {

/// The largest box that fits into `room` bytes of the unified buffer and has at most `most` elements, whole along the
/// folded loop; innermost loops are filled first. Of a row that does not fit, a piece.
constexpr shape largest_box(const plan::plan& p, const plan::kernel& k, std::int64_t room, std::int64_t most, int depth,
                            bool& in_pieces) {
  shape found = k.extents;
  for (std::int64_t& each : found) each = 1;
  const auto fits = [&](const shape& of) {
    return of.product() <= most && unified_layout(p, k, of, in_pieces, in_pieces ? 1 : depth).bytes() <= room;
  };
  const auto grow = [&](int loop, std::int64_t to) {
    std::int64_t low = found[loop];
    std::int64_t high = to;
    while (low < high) {
      const std::int64_t middle = (low + high + 1) / 2;
      shape tried = found;
      tried[loop] = middle;
      if (fits(tried))
        low = middle;
      else
        high = middle - 1;
    }
    found[loop] = low;
  };
  in_pieces = false;
  if (k.folded >= 0) {
    found[k.folded] = k.extents[k.folded];
    const std::int64_t limit = most;
    most = std::int64_t{1} << 60;
    if (!fits(found)) {
      in_pieces = true;
      found[k.folded] = 1;
      grow(k.folded, k.extents[k.folded]);
    }
    most = limit > found[k.folded] ? limit : found[k.folded];
  }
  for (int loop = k.extents.count - 1; loop >= 0; --loop)
    if (loop != k.folded) grow(loop, k.extents[loop]);
  return found;
}

/// Calls visit(box) for every box of a kernel, outermost loop first.
template <class Visit>
constexpr void for_each_box(const shape& all, const shape& size, Visit&& visit) {
  box at;
  at.first.count = at.extent.count = all.count;
  for (std::int64_t extent : all)
    if (extent == 0) return;
  while (true) {
    for (int loop = 0; loop < all.count; ++loop) {
      const std::int64_t left = all[loop] - at.first[loop];
      at.extent[loop] = left < size[loop] ? left : size[loop];
    }
    visit(at);
    int loop = all.count - 1;
    for (; loop >= 0; --loop) {
      at.first[loop] += size[loop];
      if (at.first[loop] < all[loop]) break;
      at.first[loop] = 0;
    }
    if (loop < 0) return;
  }
}

}  // namespace detail

/// A kernel of elementwise ops and reductions, its boxes dealt out to Vector cores.
constexpr void vector_kernel(writer& to) {
  const plan::kernel& k = to.kernel();
  const device& on = to.on();
  bool in_pieces = false;
  const std::int64_t share = plan::rounds(k.extents.product(), on.vector_cores);
  const std::int64_t least = 8 * on.vector_bytes / litho::size_of(k.arithmetic);
  const shape size =
      detail::largest_box(to.plan(), k, on.unified_buffer_bytes, share > least ? share : least, to.depth(), in_pieces);
  shape whole = size;
  if (in_pieces) whole[k.folded] = k.extents[k.folded];
  std::int64_t boxes = 0;
  detail::for_each_box(k.extents, whole, [&](const box&) { ++boxes; });
  bool scratch = false;
  for (const plan::operand& each : to.plan().operands_of(k)) scratch = scratch || each.scratch;
  // In pieces scratch is global memory, of which there is enough for one row.
  const int cores = in_pieces && scratch ? 1 : on.vector_cores;
  vector_part part(to, size, in_pieces);
  if (part.bytes() > on.unified_buffer_bytes) to.fail("one element of each operand is more than the unified buffer");
  part.set_piece(in_pieces ? size[k.folded] : 0);
  dealer blocks(to, boxes, cores, [&] { part.begin_block(); }, [&] { part.end_block(); });
  detail::for_each_box(k.extents, whole, [&](const box& each) {
    blocks.next();
    part.run(each, 1);
  });
  blocks.finish();
  to.finish(false);
}

}  // namespace litho::task
