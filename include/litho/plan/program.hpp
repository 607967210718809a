// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "access.hpp"
#include "plan.hpp"

namespace litho::plan {

/// Writes a kernel's loops and micro-program into the plan: from the nodes that run in it to loads, ops, folds and stores.
///
/// Softmax of a row, say, becomes three phases. What a later phase needs again is loaded or computed again, save for
/// transcendental results, which are kept in scratch:
///   0: load x; fold max            1: finish max | load x; sub; exp; fold sum; keep exp
///   2: finish sum | reload exp; div; store
class program_writer {
 public:
  constexpr program_writer(plan& into, int which)
      : plan_(into), graph_(into.graph), kernel_(into.kernels[static_cast<std::size_t>(which)]) {}

  constexpr void write() {
    if (kernel_.kind == family::copy || kernel_.kind == family::direct) {
      write_copy();
      return;
    }
    for (int node : plan_.nodes_of(kernel_)) nodes_.push_back({node, level_of(graph_[node].type)});
    if (!is_vector())  // the Cube's or pool's own inputs come first
      for (int input : graph_.inputs(kernel_.root)) add_operand(input, false);
    set_loops();
    set_times();
    for (int p = 0; p <= last_phase_; ++p) mark_kept(p);
    kernel_.steps.first = static_cast<int>(plan_.steps.size());
    kernel_.phases.first = static_cast<int>(plan_.phases.size());
    for (int p = 0; p <= last_phase_; ++p) write_phase(p);
    kernel_.steps.count = static_cast<int>(plan_.steps.size()) - kernel_.steps.first;
    kernel_.phases.count = static_cast<int>(plan_.phases.size()) - kernel_.phases.first;
    store_operands();
  }

 private:
  constexpr void write_copy() {
    for (int input : graph_.inputs(kernel_.root)) add_operand(input, false);
    add_operand(kernel_.root, true);
    kernel_.extents = kernel_.iteration.stored_dims();
    store_operands();
  }

  constexpr void add_operand(int node, bool written) {
    const location& where = plan_.values[static_cast<std::size_t>(node)];
    operands_.push_back({where.buffer, where.offset, {}, written, false});
  }

  constexpr void store_operands() {
    kernel_.operands = {static_cast<int>(plan_.operands.size()), static_cast<int>(operands_.size())};
    plan_.operands.append(std::span<const operand>(operands_.data(), operands_.size()));
  }

  struct member {
    int node = -1;
    level at = level::full;
    int time = 0;       // full: the phase that computes it; row: the phase from whose begin on it is known
    bool kept = false;  // in scratch
    int marked = -1;    // the last phase that needed it
    int step = -1;      // in the phase being written, or for good if `once`
    int fold = -1;      // of a reduction: the step that accumulates it
  };
  struct draft {
    step value;
    bool once = false;
  };

  constexpr bool is_vector() const { return kernel_.kind == family::vector; }
  constexpr const op_info& op(const member& of) const { return *graph_[of.node].op; }
  constexpr dtype element_of(const member& of) const { return graph_[of.node].type.element; }
  constexpr bool is_reduction(const member& of) const { return is_vector() && op(of).kind == category::reduction; }

  constexpr std::uint32_t folded_bits() const {
    std::uint32_t bits = 0;
    if (!is_vector()) return bits;
    for (int node : plan_.nodes_of(kernel_)) {
      if (graph_[node].op->kind != category::reduction) continue;
      for (std::int64_t axis : graph_.attributes_as<reduction_attributes>(node).axes)
        bits |= 1U << (axis < 0 ? axis + graph_[node].type.rank() : axis);
    }
    return bits;
  }
  constexpr level level_of(const tensor_type& type) const {
    const level found = litho::plan::level_of(type, kernel_.iteration, folded_bits());
    return found == level::row ? level::row : level::full;
  }
  constexpr member* find(int node) {
    for (member& each : nodes_)
      if (each.node == node) return &each;
    return nullptr;
  }

  // Loops

  /// Merges the axes of the iteration into as few loops as the operands allow; a Cube's or pool's epilogue has four always.
  constexpr void set_loops() {
    all_ = kernel_.iteration.stored_dims();
    folded_ = folded_bits();
    if (is_vector()) {
      for (member& each : nodes_) {
        for (int input : graph_.inputs(each.node))
          if (find(input) == nullptr) walks_.push_back(access_strides(graph_[input].type, kernel_.iteration));
        walks_.push_back(access_strides(graph_[each.node].type, kernel_.iteration));
      }
      merge_vector_loops();
    } else {
      set_epilogue_loops();
    }
    for (int loop = 0; loop < loops_; ++loop) kernel_.extents.push_back(extent_of(loop));
    kernel_.folded = -1;
    for (int loop = 0; loop < loops_; ++loop)
      if (folded_ != 0 && (folded_ >> last_axis_[loop] & 1U) != 0) kernel_.folded = loop;
  }

  constexpr void merge_vector_loops() {
    bool keeps_fold = false;
    for (int axis = 0; axis < all_.count; ++axis) {
      const bool folds = (folded_ >> axis & 1U) != 0;
      bool later_fold = false;
      for (int after = axis + 1; after < all_.count; ++after) later_fold |= (folded_ >> after & 1U) != 0;
      if (all_[axis] == 1 && !(folds && !keeps_fold && !later_fold)) continue;
      keeps_fold |= folds;
      if (loops_ > 0 && can_merge(axis)) {
        last_axis_[loops_ - 1] = axis;
        continue;
      }
      first_axis_[loops_] = axis;
      last_axis_[loops_] = axis;
      ++loops_;
    }
    if (loops_ > 0) return;
    loops_ = 1;  // a single number
    first_axis_[0] = last_axis_[0] = all_.count == 0 ? -1 : all_.count - 1;
  }

  constexpr bool can_merge(int axis) const {
    const int before = last_axis_[loops_ - 1];
    if ((folded_ >> before & 1U) != (folded_ >> axis & 1U)) return false;
    for (const ints& walk : walks_)
      if (walk[before] != walk[axis] * all_[axis]) return false;
    return true;
  }

  constexpr void set_epilogue_loops() {
    loops_ = 4;
    const int rank = all_.count;
    const bool blocked = kernel_.iteration.layout == format::nc1hwc0;
    const bool image = blocked || (kernel_.kind != family::matmul && kernel_.kind != family::attention);
    const int first[4] = {0, image ? 1 : -1, image ? 2 : rank - 2, blocked ? 4 : rank - 1};
    const int last[4] = {image ? 0 : rank - 3, image ? 1 : -2,
                         blocked ? 3
                         : image ? 2
                                 : rank - 2,
                         blocked ? 4 : rank - 1};
    for (int loop = 0; loop < 4; ++loop) {
      first_axis_[loop] = first[loop];
      last_axis_[loop] = last[loop];
    }
  }

  constexpr std::int64_t extent_of(int loop) const {
    std::int64_t extent = 1;
    for (int axis = first_axis_[loop] < 0 ? 0 : first_axis_[loop]; axis <= last_axis_[loop]; ++axis)
      extent *= all_[axis];
    return extent;
  }

  /// Strides along the loops: of each the innermost axis that is more than one element long.
  constexpr ints loop_strides(const ints& walk) const {
    ints result;
    for (int loop = 0; loop < loops_; ++loop) {
      std::int64_t stride = 0;
      for (int axis = last_axis_[loop]; axis >= 0 && axis >= first_axis_[loop]; --axis) {
        if (all_[axis] == 1) continue;
        stride = walk[axis];
        break;
      }
      result.push_back(stride);
    }
    return result;
  }

  /// The loop along which blocks are repeated: what does not vary along it is computed once.
  constexpr int repeated_loop() const { return kernel_.folded >= 0 ? kernel_.folded : loops_ - 1; }

  // Phases

  constexpr void set_times() {
    for (member& each : nodes_) {
      for (int input : graph_.inputs(each.node))
        if (const member* before = find(input)) each.time = before->time > each.time ? before->time : each.time;
      if (is_reduction(each)) ++each.time;
      last_phase_ = each.time > last_phase_ ? each.time : last_phase_;
    }
  }

  /// What phase p leaves behind: reductions it feeds and values it stores.
  constexpr bool folds_in(const member& each, int p) const { return is_reduction(each) && each.time - 1 == p; }
  constexpr bool stores_in(const member& each, int p) const {
    return each.time == p && plan_.values[static_cast<std::size_t>(each.node)].buffer >= 0;
  }

  constexpr void mark_kept(int p) {
    for (member& each : nodes_) {
      if (folds_in(each, p))
        mark_needed(graph_.inputs(each.node)[0], p);
      else if (!is_reduction(each) && each.at == level::full && stores_in(each, p))
        mark_inputs(each.node, p);
    }
  }
  constexpr void mark_needed(int node, int p) {
    member* each = find(node);
    if (each == nullptr || each->at == level::row || each->marked == p) return;
    each->marked = p;  // a value used twice is looked at once: walking every path takes exponential time
    if (each->time < p && op(*each).transcendental)
      each->kept = true;
    else
      mark_inputs(node, p);
  }
  constexpr void mark_inputs(int node, int p) {
    for (int input : graph_.inputs(node)) mark_needed(input, p);
  }

  constexpr void write_phase(int p) {
    drafts_.clear();
    const int base = static_cast<int>(plan_.steps.size()) - kernel_.steps.first;
    base_ = base;
    for (member& each : nodes_)
      if (each.step >= 0 && !(each.at == level::row) && !once_for_good(each)) each.step = -1;
    for (loaded& each : loads_)
      if (!each.once) each.step = -1;
    for (member& each : nodes_) {
      if (each.at != level::row || each.time != p) continue;
      if (is_reduction(each))
        each.step = add(
            {.kind = step_kind::finish, .op = &op(each), .element = element_of(each), .inputs = {each.fold, -1, -1}},
            true);
      else
        each.step = add_apply(each, true);
      if (stores_in(each, p)) add_store(each.node, each.step, true);
    }
    for (member& each : nodes_) {
      if (folds_in(each, p))
        each.fold = add(
            {.kind = step_kind::fold, .op = &op(each), .inputs = {value(graph_.inputs(each.node)[0]), -1, -1}}, false);
      if (is_reduction(each) || each.at == level::row || each.time != p) continue;
      if (stores_in(each, p)) add_store(each.node, value(each.node), false);
      if (each.kept)
        add({.kind = step_kind::store, .inputs = {value(each.node), -1, -1}, .operand = scratch(each.node)}, false);
    }
    emit_phase(base);
  }

  /// Orders the drafts: what is computed once before what is repeated, and renumbers.
  constexpr void emit_phase(int base) {
    phase written;
    written.first_once = base;
    vec<int> renumbered(drafts_.size());
    int next = base;
    for (int pass = 0; pass < 2; ++pass) {
      if (pass == 1) written.first_block = next;
      for (std::size_t i = 0; i < drafts_.size(); ++i)
        if (drafts_[i].once == (pass == 0)) renumbered[i] = next++;
    }
    written.end = next;
    for (int pass = 0; pass < 2; ++pass)
      for (draft& each : drafts_) {
        if (each.once != (pass == 0)) continue;
        for (int& input : each.value.inputs)
          if (input >= base) input = renumbered[static_cast<std::size_t>(input - base)];
        each.value.once = each.once;
        plan_.steps.push_back(each.value);
      }
    const auto renumber = [&](int& step) {
      if (step >= base) step = renumbered[static_cast<std::size_t>(step - base)];
    };
    for (member& each : nodes_) {
      renumber(each.step);
      renumber(each.fold);
    }
    for (loaded& each : loads_) renumber(each.step);
    plan_.phases.push_back(written);
  }

  // Steps

  constexpr int add(const step& made, bool once) {
    drafts_.push_back({made, once});
    return base_ + static_cast<int>(drafts_.size()) - 1;
  }
  constexpr bool is_once(int step) const {
    if (step < base_) return true;  // only what is computed once outlives a phase
    return drafts_[static_cast<std::size_t>(step - base_)].once;
  }
  constexpr bool once_for_good(const member& each) const {
    return plan_.steps[static_cast<std::size_t>(kernel_.steps.first + each.step)].once;
  }

  /// The step that holds the value of a node in this phase.
  constexpr int value(int node) {
    member* each = find(node);
    if (each == nullptr) return load(node);
    if (each->step >= 0) return each->step;
    if (each->kept && each->time < current_phase())
      each->step = add({.kind = step_kind::load, .operand = scratch(node)}, false);
    else
      each->step = add_apply(*each, false);
    return each->step;
  }
  constexpr int current_phase() const { return static_cast<int>(plan_.phases.size()) - kernel_.phases.first; }

  constexpr int add_apply(const member& each, bool row) {
    if (!is_vector() && each.node == kernel_.root) return add({.kind = step_kind::main}, false);
    step made{.kind = step_kind::apply,
              .op = &op(each),
              .attributes = graph_[each.node].attributes,
              .element = element_of(each)};
    bool once = is_vector();
    for (std::size_t i = 0; i < graph_.inputs(each.node).size() && i < 3; ++i) {
      made.inputs[i] = value(graph_.inputs(each.node)[i]);
      once = once && is_once(made.inputs[i]);
    }
    return add(made, row || once);
  }

  struct loaded {
    int node = -1;
    int step = -1;
    int operand = -1;
    bool once = false;
  };

  constexpr int load(int node) {
    for (loaded& each : loads_) {
      if (each.node != node) continue;
      if (each.step < 0) each.step = add({.kind = step_kind::load, .operand = each.operand}, each.once);
      return each.step;
    }
    const location& where = plan_.values[static_cast<std::size_t>(node)];
    operand read{where.buffer, where.offset, loop_strides(access_strides(graph_[node].type, kernel_.iteration)), false,
                 false};
    loaded made{node, -1, static_cast<int>(operands_.size()), false};
    made.once = is_vector() && read.strides[repeated_loop()] == 0;
    operands_.push_back(read);
    made.step = add({.kind = step_kind::load, .operand = made.operand}, made.once);
    loads_.push_back(made);
    return made.step;
  }

  constexpr void add_store(int node, int value_step, bool once) {
    const location& where = plan_.values[static_cast<std::size_t>(node)];
    operand written{where.buffer, where.offset, loop_strides(access_strides(graph_[node].type, kernel_.iteration)),
                    true, false};
    operands_.push_back(written);
    add({.kind = step_kind::store, .inputs = {value_step, -1, -1}, .operand = static_cast<int>(operands_.size()) - 1},
        once);
  }

  /// Scratch of one row: as long as the folded loop, and as wide as the lanes where they run across it.
  constexpr int scratch(int node) {
    for (const loaded& each : scratches_)
      if (each.node == node) return each.operand;
    const bool across = kernel_.folded != loops_ - 1;
    const int width = plan_.target.c0(kernel_.arithmetic);
    const std::int64_t length =
        across ? kernel_.extents[kernel_.folded] * width : round_up(kernel_.extents[kernel_.folded], width);
    operand kept;
    kept.offset = kernel_.workspace / size_of(kernel_.arithmetic);
    kept.scratch = true;
    kept.strides.count = loops_;
    kept.strides[kernel_.folded] = across ? width : 1;
    kernel_.workspace += length * size_of(kernel_.arithmetic);
    operands_.push_back(kept);
    scratches_.push_back({node, -1, static_cast<int>(operands_.size()) - 1, false});
    return scratches_.back().operand;
  }

  plan& plan_;
  const ir::graph& graph_;
  kernel& kernel_;
  shape all_;
  std::uint32_t folded_ = 0;
  vec<ints> walks_;
  int loops_ = 0;
  int first_axis_[max_rank + 1]{};
  int last_axis_[max_rank + 1]{};
  vec<member> nodes_;
  vec<draft> drafts_;
  vec<operand> operands_;
  vec<loaded> loads_;
  vec<loaded> scratches_;
  int base_ = 0;
  int last_phase_ = 0;
};

}  // namespace litho::plan
