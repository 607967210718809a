// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../ir/verify.hpp"
#include "../plan/build.hpp"
#include "../plan/verify.hpp"
#include "binding.hpp"
#include "cse.hpp"
#include "dce.hpp"
#include "decompose.hpp"
#include "events.hpp"
#include "fold.hpp"
#include "fuse.hpp"
#include "layouts.hpp"
#include "memory.hpp"
#include "order.hpp"
#include "patterns.hpp"
#include "precision.hpp"
#include "share.hpp"
#include "simplify.hpp"
#include "streams.hpp"

namespace litho::pass {

/// A list of passes, run from left to right.
template <class... Passes>
struct list {};

/// From the lowered graph to one whose nodes have their kernels. A pass stands twice where a later one gives it new
/// work.
using graph_passes = list<simplify, fold, cse, dce, patterns, decompose, precision, simplify, fold, cse, binding_times,
                          layouts, dce, fuse>;

/// On the plan.
using plan_passes = list<order, memory>;
/// On a plan for several workers.
using shared_plan_passes = list<order, share, memory>;
/// On a plan with several streams.
using streamed_plan_passes = list<order, streams, events, memory>;

namespace detail {

/// Position of the first (or last) occurrence of Pass in a list, or -1.
template <class Pass, class... Passes>
constexpr int position(list<Passes...>, bool first) {
  int found = -1;
  int at = 0;
  ((std::same_as<Pass, Passes> && (!first || found < 0) ? void(found = at) : void(), ++at), ...);
  return found;
}

/// Some Earlier stands before every Later.
template <class Earlier, class Later, class List>
constexpr bool before(const char* /*why*/) {
  return position<Earlier>(List{}, true) >= 0 && position<Earlier>(List{}, true) < position<Later>(List{}, true);
}

static_assert(
    before<cse, patterns, graph_passes>("a pattern asks whether a value has one use; duplicates would hide that"));
static_assert(before<patterns, decompose, graph_passes>("patterns look for batch_norm, which decompose takes apart"));
static_assert(before<decompose, layouts, graph_passes>("layouts knows primitives only"));
static_assert(before<decompose, precision, graph_passes>("sums are rounded to half, a bias is added to floats"));
static_assert(before<precision, layouts, graph_passes>("blocks hold as many channels as there are halves in them"));
static_assert(before<binding_times, layouts, graph_passes>("packing a matrix pays when it happens once"));
static_assert(
    before<layouts, fuse, graph_passes>("a kernel walks one layout, and conversions are kernels of their own"));
static_assert(before<dce, fuse, graph_passes>("dead nodes must not get kernels"));
static_assert(before<order, memory, plan_passes>("lifetimes follow from the order"));
static_assert(before<order, share, shared_plan_passes>("stages are stretches of the order"));
static_assert(before<share, memory, shared_plan_passes>("what runs at once must not use the same bytes"));
static_assert(before<order, streams, streamed_plan_passes>("a stream runs its kernels in the plan's order"));
static_assert(before<streams, events, streamed_plan_passes>("events join streams"));
static_assert(before<events, memory, streamed_plan_passes>("what no event holds apart must not use the same bytes"));

template <class Observer>
struct pipeline {
  const context& with;
  Observer& observe;

  template <class Pass>
  constexpr void on_graph(ir::graph& g) const {
    if (!Pass::enabled(with.switches)) {
      observe.skipped(Pass::name);
      return;
    }
    g = Pass::run(std::move(g), with);
    if (!std::is_constant_evaluated() || std::same_as<Pass, fuse>)
      if (ir::verify(g)) a_pass_broke_the_graph(Pass::name);
    observe.ran(Pass::name, g);
  }
  template <class Pass>
  constexpr void on_plan(plan::plan& p) const {
    if (!Pass::enabled(with.switches)) {
      observe.skipped(Pass::name);
      return;
    }
    p = Pass::run(std::move(p), with);
    observe.ran(Pass::name, p);
  }
  template <class... Passes>
  constexpr void run(list<Passes...>, ir::graph& g) const {
    (on_graph<Passes>(g), ...);
  }
  template <class... Passes>
  constexpr void run(list<Passes...>, plan::plan& p) const {
    (on_plan<Passes>(p), ...);
  }

  // Not constexpr: reaching them in constant evaluation is the compile error.
  static void a_pass_broke_the_graph(const char* /*pass*/) { __builtin_trap(); }
  static void a_pass_broke_the_plan() { __builtin_trap(); }
};

struct silent {
  static constexpr void skipped(const char*) {}
  static constexpr void ran(const char*, const auto&) {}
};

}  // namespace detail

/// Runs graph passes, makes the plan and runs plan passes. `observe` is told of each: skipped(name), ran(name, graph or
/// plan). If the plan breaks a law, one that has broken(plan, violation) is told and an empty plan returned; else it is
/// a compile error, or at run time a trap.
template <class GraphPasses = graph_passes, class PlanPasses = plan_passes, class Observer = detail::silent>
constexpr plan::plan compile(ir::graph g, const context& with, Observer&& observe = {}) {
  const detail::pipeline<std::remove_reference_t<Observer>> passes{with, observe};
  passes.run(GraphPasses{}, g);
  plan::plan p = plan::build(std::move(g), with.target, with.switches.memory, with.workspace);
  observe.ran("plan", p);
  passes.run(PlanPasses{}, p);
  if (const plan::violation found = plan::verify(p)) {
    if constexpr (requires { observe.broken(p, found); }) {
      observe.broken(p, found);
      return {};
    } else {
      passes.a_pass_broke_the_plan();
    }
  }
  return p;
}

/// The same with the plan passes that the options ask for, of which a program that learns its options at run time needs
/// all: several workers, several streams, or neither.
template <class Observer = detail::silent>
constexpr plan::plan compile_as_asked(ir::graph g, const context& with, Observer&& observe = {}) {
  if (with.switches.workers > 1) return compile<graph_passes, shared_plan_passes>(std::move(g), with, observe);
  if (with.switches.streams > 1) return compile<graph_passes, streamed_plan_passes>(std::move(g), with, observe);
  return compile(std::move(g), with, observe);
}

/// The graph passes alone.
template <class GraphPasses = graph_passes, class Observer = detail::silent>
constexpr ir::graph optimise(ir::graph g, const context& with, Observer&& observe = {}) {
  detail::pipeline<std::remove_reference_t<Observer>>{with, observe}.run(GraphPasses{}, g);
  return g;
}

}  // namespace litho::pass
