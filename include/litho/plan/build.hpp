// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../op/attention.hpp"
#include "../op/conv2d.hpp"
#include "../op/input.hpp"
#include "../op/param.hpp"
#include "../op/trans_data.hpp"
#include "arithmetic.hpp"
#include "cost.hpp"
#include "program.hpp"
#include "transfers.hpp"

namespace litho::plan {

/// Makes a plan from a graph whose nodes have their kernels (pass fuse): kernels in an order that obeys all edges, a buffer for each
/// value that leaves its kernel, micro-programs, costs. Buffers get memory of their own one after the other; passes `order`
/// and `memory` improve on both.
class builder {
 public:
  using workspace_function = std::int64_t (*)(const ir::graph&, int, const device&);

  constexpr builder(ir::graph graph, const device& target, bool views, workspace_function workspace)
      : views_(views), workspace_(workspace) {
    plan_.graph = std::move(graph);
    plan_.target = target;
  }

  constexpr plan build() {
    plan_.values.resize(plan_.graph.nodes.size());
    place_sources();
    place_values();
    make_kernels();
    promote_parameters();
    place_outputs();
    keep_weights();
    for (std::size_t k = 0; k < plan_.kernels.size(); ++k) {
      if (plan_.kernels[k].root < 0) continue;
      program_writer(plan_, static_cast<int>(k)).write();
      measure(plan_, plan_.kernels[k]);
    }
    sort_kernels();
    lay_out_apart();
    total(plan_);
    return std::move(plan_);
  }

 private:
  constexpr const ir::graph& graph() const { return plan_.graph; }
  constexpr location& value(int node) { return plan_.values[static_cast<std::size_t>(node)]; }

  constexpr int add_buffer(place where, int index, int node) {
    plan_.buffers.push_back({.where = where, .index = index, .node = node, .bytes = graph()[node].type.bytes()});
    return static_cast<int>(plan_.buffers.size()) - 1;
  }

  constexpr void place_sources() {
    int inputs = 0;
    int parameters = 0;
    for (int at = 0; at < graph().size(); ++at) {
      if (graph()[at].op->kind != category::source) continue;
      if (graph()[at].constant >= 0)
        value(at) = {add_buffer(place::constant, graph()[at].constant, at), 0};
      else if (graph().is<"param">(at))
        value(at) = {add_buffer(place::parameter, parameters++, at), 0};
      else
        value(at) = {add_buffer(place::input, inputs++, at), 0};
    }
  }

  /// The place in its input's memory where a movement's result lies already, or no buffer.
  constexpr location view(int node) {
    if (!views_ || graph()[node].inputs.count != 1 || graph()[node].controls.count > 0) return {};
    const op_info& op = *graph()[node].op;
    const int input = graph().inputs(node)[0];
    location where = value(input);
    if (where.buffer < 0) return {};
    if (op.reinterprets || conversion_moves_nothing(node, input)) return where;
    if (op.read == nullptr || graph()[input].type.layout != format::plain) return {};
    const strided walk = op.read(graph()[input].type, graph().attributes(node));
    if (!is_contiguous(walk, graph()[node].type.dims)) return {};
    where.offset += walk.offset;
    return where;
  }

  /// One pixel of channels lies alike in NC1HWC0 and plainly.
  constexpr bool conversion_moves_nothing(int node, int input) const {
    if (!graph().is<"trans_data">(node)) return false;
    const tensor_type& from = graph()[input].type;
    return from.layout == format::nc1hwc0 && graph()[node].type.layout == format::plain && from.dims[0] == 1 &&
           from.dims[2] * from.dims[3] == 1;
  }

  constexpr void place_values() {
    const ir::graph& g = graph();
    vec<bool> leaves(g.nodes.size(), true);  // what nobody uses, too: without dce it is computed all the same
    for (int at = 0; at < g.size(); ++at)
      for (int input : g.inputs(at)) leaves[static_cast<std::size_t>(input)] = false;
    for (int at = 0; at < g.size(); ++at)
      for (int input : g.inputs(at))
        if (g[input].kernel != g[at].kernel) leaves[static_cast<std::size_t>(input)] = true;
    for (const ir::output& out : g.outputs) leaves[static_cast<std::size_t>(out.node)] = true;
    for (int at = 0; at < g.size(); ++at) {
      if (g[at].op->kind == category::source) continue;
      if (g[at].op->kind == category::movement) value(at) = view(at);
      if (value(at).buffer >= 0) continue;  // a view: no kernel
      if (leaves[static_cast<std::size_t>(at)]) {
        value(at) = {add_buffer(place::arena, -1, at), 0};
      }
      if (!joins_in_place(at)) need_kernel(at);
    }
  }

  /// A concat whose inputs can be computed right where it wants them needs no kernel: they move into its buffer.
  constexpr bool joins_in_place(int node) {
    const op_info& op = *graph()[node].op;
    if (!views_ || op.write == nullptr || filling_of(graph(), node).needed || graph()[node].controls.count > 0)
      return false;
    const stretch<const int> inputs = graph().inputs(node);
    const vec<tensor_type> types = graph().input_types(node);
    vec<std::int64_t> offsets;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const location where = value(inputs[i]);
      if (where.buffer < 0 || plan_.at(where.buffer).where != place::arena || plan_.at(where.buffer).node != inputs[i])
        return false;
      if (graph()[inputs[i]].when != graph()[node].when) return false;
      for (std::size_t other = 0; other < i; ++other)
        if (inputs[other] == inputs[i]) return false;
      const strided walk = op.write(std::span<const tensor_type>(types.data(), types.size()), graph().attributes(node),
                                    static_cast<int>(i));
      if (!is_contiguous(walk, types[i].stored_dims())) return false;
      offsets.push_back(walk.offset);
    }
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const int old = value(inputs[i]).buffer;
      plan_.at(old).bytes = 0;
      for (location& each : plan_.values)
        if (each.buffer == old) each = {value(node).buffer, each.offset + offsets[i]};
    }
    return true;
  }
  static constexpr bool is_contiguous(const strided& walk, const shape& dims) {
    const ints packed_strides = strides_of(dims);
    for (int axis = 0; axis < dims.count; ++axis)
      if (dims[axis] != 1 && walk.strides[axis] != packed_strides[axis]) return false;
    return true;
  }

  constexpr void need_kernel(int node) {
    const auto group = static_cast<std::size_t>(graph()[node].kernel);
    if (group >= nodes_of_group_.size()) nodes_of_group_.resize(group + 1);
    nodes_of_group_[group].push_back(node);
  }

  constexpr void make_kernels() {
    for (const vec<int>& nodes : nodes_of_group_) {
      if (nodes.empty()) continue;
      kernel made;
      made.nodes = {static_cast<int>(plan_.members.size()), static_cast<int>(nodes.size())};
      plan_.members.append(std::span<const int>(nodes.data(), nodes.size()));
      made.root = nodes[0];
      for (int node : nodes)
        if (graph()[node].op->kind != category::elementwise && graph()[node].op->kind != category::reduction)
          made.root = node;
      const ir::node& root = graph()[made.root];
      made.when = root.when == binding::compile ? binding::load : root.when;
      made.unit = root.op->unit;
      made.kind = family_of(made.root);
      made.iteration = root.type;
      if (made.kind == family::vector) made.iteration = iteration_of(nodes);
      made.arithmetic = arithmetic_of(nodes);
      if (workspace_ != nullptr) made.workspace = workspace_(graph(), made.root, plan_.target);
      plan_.kernels.push_back(made);
    }
  }

  /// What a Vector kernel loops over: the input of its reductions, else its largest value.
  constexpr tensor_type iteration_of(const vec<int>& nodes) const {
    tensor_type largest = graph()[nodes[0]].type;
    for (int node : nodes) {
      if (graph()[node].op->kind == category::reduction) return graph()[graph().inputs(node)[0]].type;
      if (graph()[node].type.stored_elements() > largest.stored_elements()) largest = graph()[node].type;
    }
    return largest;
  }

  constexpr dtype arithmetic_of(const vec<int>& nodes) const {
    dtype result = dtype::boolean;
    for (int node : nodes)
      if (const dtype own = litho::plan::arithmetic_of(graph(), node); own != dtype::boolean) result = own;
    return machine_arithmetic(result);
  }

  constexpr family family_of(int root) const {
    const ir::node& node = graph()[root];
    switch (node.op->kind) {
      case category::pooling: return family::pooling;
      case category::movement: return family::copy;
      case category::direct: return family::direct;
      case category::contraction: break;
      default: return family::vector;
    }
    if (graph().is<"attention">(root)) return family::attention;
    if (!graph().is<"conv2d">(root)) return family::matmul;
    const bool is_depthwise = node.type.layout == format::nc1hwc0 &&
                              graph()[graph().inputs(root)[1]].type.dims[1] == 1 &&
                              graph().attributes_as<conv2d_attributes>(root).groups > 1;
    return is_depthwise ? family::depthwise : family::convolution;
  }

  /// A kernel that copies a value as it is.
  constexpr void add_copy(int node, location to) {
    kernel made;
    made.kind = family::copy;
    made.unit = engine::move;
    made.root = -1;
    made.iteration = graph()[node].type;
    made.extents.push_back(graph()[node].type.stored_elements());
    copies_.push_back({static_cast<int>(plan_.kernels.size()), node, to});
    plan_.kernels.push_back(made);
  }

  /// Parameters that runs read as they are move into the weights at load: the user's memory is only valid until then.
  constexpr void promote_parameters() {
    const auto count = plan_.buffers.size();
    vec<bool> needed(count);
    const auto need = [&](int node) {
      const int buffer = value(node).buffer;
      if (buffer >= 0 && plan_.at(buffer).where == place::parameter) needed[static_cast<std::size_t>(buffer)] = true;
    };
    for (const kernel& k : plan_.kernels)
      if (k.when == binding::run)
        for (int node : plan_.nodes_of(k))
          for (int input : graph().inputs(node)) need(input);
    for (const ir::output& out : graph().outputs) need(out.node);
    for (std::size_t b = 0; b < count; ++b) {
      if (!needed[b]) continue;
      const int node = plan_.buffers[b].node;
      const int moved = add_buffer(place::weights, -1, node);
      add_copy(node, {moved, 0});
      plan_.kernels.back().when = binding::load;
      copies_.back().from = {static_cast<int>(b), 0};
      for (location& each : plan_.values)
        if (each.buffer == static_cast<int>(b)) each.buffer = moved;
    }
  }

  /// Kernels write outputs into the user's memory; what is no kernel's own result is copied there.
  constexpr void place_outputs() {
    for (std::size_t i = 0; i < graph().outputs.size(); ++i) {
      const int node = graph().outputs[i].node;
      const location where = value(node);
      buffer& b = plan_.at(where.buffer);
      if (b.where == place::arena && b.bytes == graph()[node].type.bytes() && where.offset == 0 &&
          graph()[b.node].when == binding::run) {
        b.where = place::output;
        b.index = static_cast<int>(i);
        plan_.outputs.push_back(where.buffer);
        continue;
      }
      const int to = add_buffer(place::output, static_cast<int>(i), node);
      plan_.outputs.push_back(to);
      add_copy(node, {to, 0});
      copies_.back().from = where;
    }
  }

  /// What load computes and a run reads is kept; the rest of load works in the arena.
  constexpr void keep_weights() {
    const auto keep = [&](int node) {
      const int b = value(node).buffer;
      if (b >= 0 && plan_.at(b).where == place::arena && graph()[plan_.at(b).node].when != binding::run)
        plan_.at(b).where = place::weights;
    };
    for (const kernel& k : plan_.kernels)
      if (k.when == binding::run)
        for (int node : plan_.nodes_of(k))
          for (int input : graph().inputs(node)) keep(input);
    for (const ir::output& out : graph().outputs) keep(out.node);
  }

  constexpr void sort_kernels() {
    const std::size_t count = plan_.kernels.size();
    writers_ = vec<int>(graph().nodes.size(), -1);
    for (std::size_t k = 0; k < count; ++k)
      for (int node : plan_.nodes_of(plan_.kernels[k])) writers_[static_cast<std::size_t>(node)] = static_cast<int>(k);
    for (const copy_of& each : copies_) {
      kernel& k = plan_.kernels[static_cast<std::size_t>(each.kernel)];
      if (k.when == binding::load) writers_[static_cast<std::size_t>(each.node)] = each.kernel;  // a promoted parameter
      k.operands = {static_cast<int>(plan_.operands.size()), 2};
      plan_.operands.push_back({each.from.buffer, each.from.offset, ints{1}, false, false});
      plan_.operands.push_back({each.to.buffer, each.to.offset, ints{1}, true, false});
      k.bytes_read = k.bytes_written = k.iteration.bytes();
    }
    for (std::size_t k = 0; k < count; ++k) {
      vec<int> before;
      kernel& each = plan_.kernels[k];
      for (int node : plan_.nodes_of(each)) {
        for (int input : graph().inputs(node)) add_writers(input, static_cast<int>(k), before);
        for (int control : graph().controls(node)) add_writers(control, static_cast<int>(k), before);
      }
      for (const copy_of& copy : copies_)
        if (copy.kernel == static_cast<int>(k)) add_writers(copy.node, static_cast<int>(k), before);
      each.before = {static_cast<int>(plan_.links.size()), static_cast<int>(before.size())};
      plan_.links.append(std::span<const int>(before.data(), before.size()));
    }
    reorder();
  }

  /// The kernels that a node's value comes from: its own, or for a view those of what it is a view of.
  constexpr void add_writers(int node, int user, vec<int>& before) const {
    const int writer = writers_[static_cast<std::size_t>(node)];
    if (writer < 0) {
      for (int input : graph().inputs(node)) add_writers(input, user, before);
      return;
    }
    if (writer == user) return;
    for (int known : before)
      if (known == writer) return;
    before.push_back(writer);
  }

  /// Puts kernels into an order in which each follows all that it needs (Kahn), load-time kernels first.
  constexpr void reorder() {
    const std::size_t count = plan_.kernels.size();
    vec<int> order;
    vec<int> position(count, -1);
    bool moved = true;
    for (binding when : {binding::load, binding::run}) {
      moved = true;
      while (moved) {
        moved = false;
        for (std::size_t k = 0; k < count; ++k) {
          if (position[k] >= 0 || plan_.kernels[k].when != when) continue;
          bool ready = true;
          for (int before : plan_.before(plan_.kernels[k]))
            ready = ready && position[static_cast<std::size_t>(before)] >= 0;
          if (!ready) continue;
          position[k] = static_cast<int>(order.size());
          order.push_back(static_cast<int>(k));
          moved = true;
        }
      }
    }
    vec<kernel> sorted;
    sorted.reserve(count);
    for (int k : order) sorted.push_back(plan_.kernels[static_cast<std::size_t>(k)]);
    for (int& link : plan_.links) link = position[static_cast<std::size_t>(link)];
    plan_.kernels = std::move(sorted);
  }

  constexpr void lay_out_apart() {
    std::int64_t weights = 0;
    std::int64_t constants = 0;
    const std::int64_t alignment = plan_.target.alignment;
    const auto take = [alignment](std::int64_t& top, std::int64_t bytes) {
      const std::int64_t offset = top;
      top += round_up(bytes, alignment);
      return offset;
    };
    for (buffer& b : plan_.buffers) {
      if (b.where == place::arena)
        b.offset = take(plan_.arena_of(graph()[b.node].when == binding::run ? binding::run : binding::load), b.bytes);
      if (b.where == place::weights) b.offset = take(weights, b.bytes);
      if (b.where == place::constant) b.offset = take(constants, b.bytes);
    }
    for (kernel& k : plan_.kernels)
      if (k.workspace > 0) k.workspace_offset = take(plan_.arena_of(k.when), k.workspace);
    plan_.totals.weight_bytes = weights;
  }

  struct copy_of {
    int kernel = -1;
    int node = -1;
    location to{};
    location from{};
  };

  plan plan_;
  bool views_;
  workspace_function workspace_;
  vec<vec<int>> nodes_of_group_;
  vec<copy_of> copies_;
  vec<int> writers_;  // the kernel of each node, -1 for sources and views
};

/// A plan for `graph`, whose nodes have their kernels; with `views`, movements that need not move anything are no kernels.
constexpr plan build(ir::graph graph, const device& target, bool views, builder::workspace_function workspace) {
  return builder(std::move(graph), target, views, workspace).build();
}

}  // namespace litho::plan
