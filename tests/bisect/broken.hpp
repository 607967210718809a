// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho/emulator/faulty_pass.hpp>
#include <litho/op/relu.hpp>
#include <litho/op/relu6.hpp>
#include <litho/op/sub.hpp>
#include <litho/op/tanh.hpp>

/// Passes with a fault each, for bisection to find.
namespace broken {

using litho::options;
using litho::ir::graph;
using litho::pass::context;
using litho::pass::list;

/// Replaces each node for which `by(graph, node)` names an earlier one.
graph replaced(graph g, auto&& by) {
  litho::pass::aliases stands_for(g);
  for (int at = 0; at < g.size(); ++at) {
    stands_for.apply(g, at);
    if (const int other = by(g, at); other >= 0) stands_for.replace(at, other);
  }
  stands_for.apply_outputs(g);
  return g;
}

struct drops_relu {
  static constexpr const char* name = "drops_relu";
  static bool enabled(const options& o) { return o.simplify; }
  static graph run(graph g, const context&) {
    return replaced(std::move(g), [](const graph& of, int at) { return of.is<"relu">(at) ? of.inputs(at)[0] : -1; });
  }
};

struct forgets_limits {
  static constexpr const char* name = "forgets_limits";
  static bool enabled(const options& o) { return o.simplify; }
  static graph run(graph g, const context&) {
    for (int at = 0; at < g.size(); ++at)
      if (g.is<"relu6">(at)) g[at].op = &litho::info_of<"relu">;
    return g;
  }
};

/// Adds thousandths to every constant.
template <int Thousandths>
struct adds {
  static constexpr const char* name = Thousandths == 1 ? "adds_1" : "adds_2";
  static bool enabled(const options&) { return true; }
  static graph run(graph g, const context&) {
    for (litho::tensor& each : g.constants)
      for (litho::number& value : each.values) value = value + Thousandths * 1e-3;
    return g;
  }
};

struct swaps_operands {
  static constexpr const char* name = "swaps_operands";
  static bool enabled(const options& o) { return o.simplify; }
  static graph run(graph g, const context&) {
    for (int at = 0; at < g.size(); ++at)
      if (g.is<"sub">(at)) std::swap(g.inputs(at)[0], g.inputs(at)[1]);
    return g;
  }
};

/// Common subexpressions as if attributes were none.
struct merges_unequal {
  static constexpr const char* name = "merges_unequal";
  static bool enabled(const options& o) { return o.cse; }
  static graph run(graph g, const context&) {
    return replaced(std::move(g), [](const graph& of, int at) {
      for (int other = 0; other < at; ++other)
        if (of[at].inputs.count > 0 && of[other].op == of[at].op && of[other].type == of[at].type &&
            std::equal(of.inputs(other).begin(), of.inputs(other).end(), of.inputs(at).begin(), of.inputs(at).end()))
          return other;
      return -1;
    });
  }
};

/// Gives a node an output type that its op does not infer.
struct breaks_types {
  static constexpr const char* name = "breaks_types";
  static bool enabled(const options& o) { return o.simplify; }
  static graph run(graph g, const context&) {
    for (int at = 0; at < g.size(); ++at)
      if (g.is<"tanh">(at)) g[at].type.dims.push_back(1);
    return g;
  }
};

/// Lays what a kernel writes over what it reads, though others read that later.
struct overlaps {
  static constexpr const char* name = "overlaps";
  static bool enabled(const options& o) { return o.memory; }
  static litho::plan::plan run(litho::plan::plan p, const context&) {
    for (const litho::plan::kernel& k : p.kernels)
      for (const litho::plan::operand& from : p.operands_of(k))
        for (const litho::plan::operand& to : p.operands_of(k)) {
          if (!to.written || from.written || to.scratch || from.scratch) continue;
          litho::plan::buffer& b = p.at(to.buffer);
          const litho::plan::buffer& a = p.at(from.buffer);
          if (a.where == litho::plan::place::arena && b.where == a.where && b.shares < 0) b.offset = a.offset;
        }
    return p;
  }
};

/// Swaps the operands of each subtraction in the kernels' programs: a lawful plan of something else.
struct swaps_in_kernels {
  static constexpr const char* name = "swaps_in_kernels";
  static bool enabled(const options& o) { return o.order; }
  static litho::plan::plan run(litho::plan::plan p, const context&) {
    for (litho::plan::step& each : p.steps)
      if (each.op == &litho::info_of<"sub">) std::swap(each.inputs[0], each.inputs[1]);
    return p;
  }
};

/// The library's passes with one of these among them.
template <class Pass>
using graph_passes =
    list<litho::pass::simplify, litho::pass::fold, litho::pass::cse, litho::pass::dce, litho::pass::patterns, Pass,
         litho::pass::decompose, litho::pass::simplify, litho::pass::fold, litho::pass::cse, litho::pass::binding_times,
         litho::pass::layouts, litho::pass::dce, litho::pass::fuse>;
template <class Pass>
using plan_passes = list<litho::pass::order, litho::pass::memory, Pass>;

template <class Pass>
litho::emulator::pass_list with() {
  if constexpr (requires(graph g, const context& c) { Pass::run(g, c); })
    return litho::emulator::passes_of<graph_passes<Pass>>();
  else
    return litho::emulator::passes_of<litho::pass::graph_passes, plan_passes<Pass>>();
}

}  // namespace broken
