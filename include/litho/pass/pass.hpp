// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>

#include "../core/device.hpp"
#include "../plan/plan.hpp"
#include "options.hpp"

/// The contract of a pass. A pass is one file with one struct:
///   name     also its switch, its dump and its tests
///   enabled  which switch of the options turns it on
///   run      a pure function from a valid graph to a valid graph that computes the same outputs
/// Laws, tested for every pass and graph: verify(run(g)), run(run(g)) == run(g), evaluate(run(g)) == evaluate(g).
namespace litho::pass {

/// All that a pass may ask besides the graph.
struct context {
  options switches{};
  device target{};
  /// Bytes of scratch that a node's kernel needs; room exec knows (exec::workspace_bytes). None: no kernel needs any.
  std::int64_t (*workspace)(const ir::graph&, int node, const device&) = nullptr;
  /// The part of a kernel's work that the busiest of some workers gets (exec::busiest_share). None: no kernel is
  /// shared.
  double (*busiest)(const plan::plan&, int kernel, int workers) = nullptr;

  /// Whether contractions of f32 take halves: as the user wishes, or because the Cube takes nothing else.
  constexpr bool in_halves() const {
    return switches.precision == litho::precision::half || target.cube_inner(dtype::f32) == 0;
  }
  /// Whether the Cube takes such numbers as they are; otherwise they are converted to float for it.
  constexpr bool takes(dtype element) const { return target.cube_inner(element) > 0; }
};

template <class Pass>
concept graph_pass = requires(ir::graph graph, const context& with) {
  { Pass::name } -> std::convertible_to<const char*>;
  { Pass::enabled(with.switches) } -> std::same_as<bool>;
  { Pass::run(std::move(graph), with) } -> std::same_as<ir::graph>;
};

/// Which earlier node stands for each node while a pass goes through a graph once, from first to last.
class aliases {
 public:
  constexpr explicit aliases(const ir::graph& of) : to_(of.nodes.size()) {
    for (int i = 0; i < of.size(); ++i) to_[static_cast<std::size_t>(i)] = i;
  }
  constexpr int operator[](int node) const { return to_[static_cast<std::size_t>(node)]; }
  constexpr void replace(int node, int by) { to_[static_cast<std::size_t>(node)] = (*this)[by]; }
  /// Points the inputs and control edges of `node` at what stands for them.
  constexpr void apply(ir::graph& to, int node) const {
    for (int& input : to.inputs(node)) input = (*this)[input];
    for (int& before : to.controls(node)) before = (*this)[before];
  }
  constexpr void apply_outputs(ir::graph& to) const {
    for (ir::output& out : to.outputs) out.node = (*this)[out.node];
  }

 private:
  vec<int> to_;
};

/// Whether every element of a constant node is `value`, bit for bit (so that -0 is not 0).
constexpr bool is_constant_of(const ir::graph& in, int node, double value) {
  const tensor* known = in.constant(node);
  if (known == nullptr) return false;
  for (double each : known->values)
    if (std::bit_cast<std::uint64_t>(each) != std::bit_cast<std::uint64_t>(value)) return false;
  return true;
}

/// Turns `node` into a constant, where it stands.
constexpr void become_constant(ir::graph& in, int node, tensor value) {
  ir::node& changed = in[node];
  const auto attributes = packed(source_of(value.type));
  changed.op = &info_of<"constant">;
  changed.inputs = {};
  changed.controls = {};
  changed.type = value.type;
  changed.when = binding::compile;
  changed.constant = static_cast<int>(in.constants.size());
  in.constants.push_back(std::move(value));
  in.set_attributes(node, attributes.view());
}

}  // namespace litho::pass
