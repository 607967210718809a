// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "writer.hpp"

namespace litho::task {

/// How a micro-program's box of the kernel's loops lies in the unified buffer: operands as they are in memory but
/// packed, once for each part of a ring; values between steps once, in places that later values take over.
class unified_layout {
 public:
  constexpr unified_layout(const plan::plan& p, const plan::kernel& k, const shape& box, bool in_pieces, int depth)
      : plan_(p), kernel_(k), box_(box), in_pieces_(in_pieces) {
    const auto operands = p.operands_of(k);
    operands_ = vec<slot>(operands.size());
    is_needed_ = vec<bool>(operands.size());
    for (const plan::step& each : p.steps_of(k)) {
      if (each.operand >= 0) is_needed_[static_cast<std::size_t>(each.operand)] = true;
      has_main_ = has_main_ || each.kind == plan::step_kind::main;
    }
    main_bytes_ = has_main_ ? round_up(elements(false) * litho::size_of(main_element()), p.target.local_alignment) : 0;
    for (std::size_t o = 0; o < operands.size(); ++o)
      if (is_needed_[o] && is_moved(static_cast<int>(o))) place_operand(o);
    part_bytes_ = top_ + main_bytes_;
    top_ = part_bytes_ * depth;
    for (std::size_t o = 0; o < operands.size(); ++o)
      if (is_needed_[o] && !is_moved(static_cast<int>(o))) place_operand(o);
    place_values();
  }

  constexpr std::int64_t bytes() const { return top_; }
  constexpr bool has_main() const { return has_main_; }
  constexpr dtype main_element() const { return plan_.graph[kernel_.root].type.element; }
  constexpr std::int64_t main_at(int part) const { return part * part_bytes_ + part_bytes_ - main_bytes_; }
  constexpr const slot& value(std::size_t step) const { return values_[step]; }
  constexpr stretch<const slot> values() const { return {values_.data(), values_.size()}; }

  /// Whether an operand goes between the unified buffer and global memory: all but scratch, which does so only where
  /// rows come in pieces.
  constexpr bool is_moved(int operand) const {
    return !plan_.operands_of(kernel_)[static_cast<std::size_t>(operand)].scratch || in_pieces_;
  }
  constexpr slot operand(int which, int part) const {
    slot result = operands_[static_cast<std::size_t>(which)];
    if (result.offset >= 0 && is_moved(which)) result.offset += part * part_bytes_;
    return result;
  }

  /// Of an operand's elements in memory.
  static constexpr dtype element_of(const plan::plan& p, const plan::kernel& k, const plan::operand& of) {
    return of.scratch ? k.arithmetic : p.graph[p.at(of.buffer).node].type.element;
  }
  static constexpr int repeated_loop(const plan::kernel& k) { return k.folded >= 0 ? k.folded : k.extents.count - 1; }

  /// Elements of a box: of all of it, or of what is done once a row.
  constexpr std::int64_t elements(bool once) const {
    std::int64_t count = 1;
    for (int loop = 0; loop < box_.count; ++loop)
      if (!(once && loop == repeated_loop(kernel_))) count *= box_[loop];
    return count;
  }

 private:
  constexpr std::int64_t take(std::int64_t bytes) {
    const std::int64_t begin = top_;
    top_ += round_up(bytes, plan_.target.local_alignment);
    return begin;
  }

  constexpr void place_operand(std::size_t which) {
    const plan::operand& of = plan_.operands_of(kernel_)[which];
    slot& made = operands_[which];
    made.element = element_of(plan_, kernel_, of);
    const bool whole = of.scratch && !in_pieces_;  // rows side by side have scratch each
    made.strides.count = box_.count;
    std::int64_t step = 1;
    for (int loop = box_.count - 1; loop >= 0; --loop) {
      const bool varies = whole || of.strides[loop] != 0;
      made.strides[loop] = varies ? step : 0;
      if (varies) step *= box_[loop];
    }
    made.offset = take(step * litho::size_of(made.element));
  }

  /// A value lives from its step to the last that uses it; what is done once a row, for all pieces of the row.
  constexpr void place_values() {
    struct place_of_value {
      std::int64_t offset = 0;
      std::int64_t bytes = 0;
      int free_after = 0;
    };
    const auto steps = plan_.steps_of(kernel_);
    const int count = static_cast<int>(steps.size());
    values_ = vec<slot>(steps.size());
    vec<int> last(steps.size(), -1);
    for (int s = 0; s < count; ++s)
      for (int input : steps[static_cast<std::size_t>(s)].inputs)
        if (input >= 0) last[static_cast<std::size_t>(input)] = s;
    vec<place_of_value> places;
    for (int s = 0; s < count; ++s) {
      const plan::step& each = steps[static_cast<std::size_t>(s)];
      if (each.kind != plan::step_kind::apply && each.kind != plan::step_kind::fold &&
          each.kind != plan::step_kind::finish)
        continue;
      const bool once = each.once || each.kind != plan::step_kind::apply;
      slot& made = values_[static_cast<std::size_t>(s)];
      made.element = each.kind == plan::step_kind::fold ? kernel_.arithmetic : each.element;
      made.strides.count = box_.count;
      std::int64_t step = 1;
      for (int loop = box_.count - 1; loop >= 0; --loop) {
        const bool varies = !(once && loop == repeated_loop(kernel_));
        made.strides[loop] = varies ? step : 0;
        if (varies) step *= box_[loop];
      }
      const std::int64_t bytes = round_up(step * litho::size_of(made.element), plan_.target.local_alignment);
      const int end = once ? count : last[static_cast<std::size_t>(s)];
      for (place_of_value& known : places) {
        if (once || known.bytes < bytes || known.free_after >= s) continue;
        made.offset = known.offset;
        known.free_after = end;
        break;
      }
      if (made.offset >= 0) continue;
      made.offset = take(bytes);
      places.push_back({made.offset, bytes, end});
    }
  }

  const plan::plan& plan_;
  const plan::kernel& kernel_;
  shape box_;
  bool in_pieces_;
  bool has_main_ = false;
  vec<slot> operands_;
  vec<bool> is_needed_;
  vec<slot> values_;
  std::int64_t main_bytes_ = 0;
  std::int64_t part_bytes_ = 0;
  std::int64_t top_ = 0;
};

/// Cycles of one phase of a micro-program on a box, by so many Vector units.
constexpr std::int64_t program_cycles(const plan::plan& p, const plan::kernel& k, const program& what, int units) {
  std::int64_t cycles = 0;
  const plan::phase& phase = p.phases_of(k)[static_cast<std::size_t>(what.phase)];
  const auto steps = p.steps_of(k);
  const std::int64_t all = what.extent.product();
  const std::int64_t repeated = what.extent[unified_layout::repeated_loop(k)];
  for (int s = what.once ? phase.first_once : phase.first_block; s < phase.end; ++s) {
    const plan::step& each = steps[static_cast<std::size_t>(s)];
    const bool once = s < phase.first_block;
    std::int64_t work = each.kind == plan::step_kind::apply ? each.op->work : 0;
    if (each.kind == plan::step_kind::fold || each.kind == plan::step_kind::finish) work = 1;
    if (each.operand >= 0) {  // where it is no conversion, an instruction reads its operand itself
      const plan::operand& of = p.operands_of(k)[static_cast<std::size_t>(each.operand)];
      if (unified_layout::element_of(p, k, of) != k.arithmetic || each.kind == plan::step_kind::store) work = 1;
    }
    cycles += vector_cycles(p.target, once ? all / repeated : all, k.arithmetic, work);
  }
  return plan::rounds(cycles, units);
}

}  // namespace litho::task
