// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../op/cast.hpp"
#include "../op/dequantize_linear.hpp"
#include "pass.hpp"

namespace litho::pass {

/// Contractions of f32 take halves, sum in float and round their result to half once: with options::precision, and on
/// devices whose Cube takes no f32. What a contraction reads is the same half for all its readers, so that it is stored
/// once; movements in between move halves. Inputs, parameters and outputs keep their types. What was quantised stays as
/// it is. Where the Cube takes no halves (a processor) it is given them as floats.
/// Needs decompose (no composites, a bias is an addition). Winograd's tiles are for exact sums: see layouts.
///
///   x      w              x      w
///    \    /               |      |
///    conv2d             cast    cast               (f16)
///      |        ->         \    /
///     relu                 conv2d:f16 -> cast -> relu
struct precision {
  static constexpr const char* name = "precision";
  static constexpr bool enabled(const options&) { return true; }

  static constexpr ir::graph run(ir::graph g, const context& with) {
    if (!with.in_halves()) return g;
    work pass(g, with.takes(dtype::f16));
    if (!pass.mark()) return g;
    for (int at = 0; at < g.size(); ++at) pass.visit(at);
    for (const ir::output& out : g.outputs) pass.copy.map(out.node, pass.single(out.node));
    return pass.copy.finish();
  }

 private:
  struct work {
    ir::graph& g;
    bool native;  // the Cube takes halves
    ir::rewriter copy;
    vec<bool> contracted;  // contractions that will take halves
    vec<bool> wanted;      // what is read as a half
    vec<int> halves;       // of a node of g: the half that stands for it, or -1
    vec<int> singles;      // what stands for it as it was
    int origins = 0;

    constexpr work(ir::graph& graph, bool takes_halves)
        : g(graph),
          native(takes_halves),
          copy(graph),
          contracted(graph.nodes.size()),
          wanted(graph.nodes.size()),
          halves(graph.nodes.size(), -1),
          singles(graph.nodes.size(), -1) {
      for (const ir::node& node : g.nodes) origins = node.origin >= origins ? node.origin + 1 : origins;
    }

    /// Whether there is anything to do.
    constexpr bool mark() {
      vec<bool> rounded(g.nodes.size());    // values that are 16-bit floats already, whatever their type
      vec<bool> quantised(g.nodes.size());  // and those that were 8-bit integers
      bool any = false;
      for (int at = 0; at < g.size(); ++at) {
        const auto i = static_cast<std::size_t>(at);
        const bool moves = g[at].op->kind == category::movement;
        rounded[i] = moves || g.is<"cast">(at) || g[at].op->kind == category::contraction;
        quantised[i] = g.is<"dequantize_linear">(at);
        for (int input : g.inputs(at)) {
          const auto from = static_cast<std::size_t>(input);
          rounded[i] = rounded[i] && (g.is<"cast">(at) ? is_short(g[input].type) : bool{rounded[from]});
          quantised[i] = quantised[i] || (moves && quantised[from]);
        }
        if (g[at].op->kind != category::contraction || g[at].type.element != dtype::f32) continue;
        contracted[i] = native || !rounded[i];
        for (int input : g.inputs(at)) contracted[i] = contracted[i] && !quantised[static_cast<std::size_t>(input)];
        rounded[i] = false;
        any = any || contracted[i];
      }
      for (int at = g.size() - 1; any && at >= 0; --at) {
        const auto i = static_cast<std::size_t>(at);
        if (!contracted[i] && !(wanted[i] && moves_halves(at))) continue;
        for (int input : g.inputs(at)) wanted[static_cast<std::size_t>(input)] = true;
      }
      return any;
    }
    static constexpr bool is_short(const tensor_type& type) {
      return is_float(type.element) && size_of(type.element) == 2;
    }
    constexpr bool moves_halves(int at) const {
      if (g[at].op->kind != category::movement || g[at].type.element != dtype::f32) return false;
      return g[at].op->fill == nullptr || g[at].op->fill(g.attributes(at)) == 0;
    }

    constexpr void visit(int at) {
      const auto i = static_cast<std::size_t>(at);
      if (g[at].op->kind == category::source)
        singles[i] = copy.copy(at);
      else if (contracted[i])
        contract(at);
      else if (native && wanted[i] && moves_halves(at))
        halves[i] = made(at, halves, dtype::f16);
      else
        singles[i] = made(at, singles, g[at].type.element);
      if (wanted[i] && halves[i] < 0 && g[at].type.element == dtype::f32 && (native || !moves_halves(at))) {
        halves[i] = cast(at, singles[i], dtype::f16);
        singles[i] = -1;
      }
    }

    constexpr void contract(int at) {
      const auto i = static_cast<std::size_t>(at);
      copy.result().origin = g[at].origin >= 0 ? g[at].origin : origins++;
      halves[i] = native ? made(at, halves, dtype::f16) : cast(at, made(at, singles, dtype::f32), dtype::f16);
      copy.result().origin = -1;
    }

    /// The node with what stands for its inputs.
    constexpr int made(int at, const vec<int>& from, dtype element) {
      vec<int> inputs;
      for (int input : g.inputs(at))
        inputs.push_back(&from == &halves ? from[static_cast<std::size_t>(input)] : single(input));
      tensor_type type = g[at].type;
      type.element = element;
      const int origin = copy.result().origin;
      const int renewed =
          copy.result().append(*g[at].op, type, std::span<const int>(inputs.data(), inputs.size()), g.attributes(at));
      copy.carry(at, renewed);
      if (origin >= 0) copy.result()[renewed].origin = origin;
      copy.map(at, renewed);
      return renewed;
    }

    /// A node of g as f32: of a half its float, made where it is first asked for.
    constexpr int single(int at) {
      int& found = singles[static_cast<std::size_t>(at)];
      if (found < 0) found = cast(at, halves[static_cast<std::size_t>(at)], dtype::f32);
      return found;
    }
    constexpr int cast(int at, int value, dtype element) {
      const int made = copy.result().emit().make<"cast">({value}, cast_attributes{static_cast<std::int64_t>(element)});
      ir::node& added = copy.result()[made];
      added.when = g[at].when == binding::compile ? binding::load : g[at].when;
      added.origin = copy.result()[value].origin;
      return made;
    }
  };
};

}  // namespace litho::pass
