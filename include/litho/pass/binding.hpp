// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../op/param.hpp"
#include "pass.hpp"

namespace litho::pass {

/// Marks each node with the earliest time at which it can be computed: compile, load or run.
/// Needs nothing. Keeps the graph. What is marked `load` becomes a prologue that runs once, when weights are loaded:
/// batch-norm folding, weight packing, conversions of parameters.
///
///   w     x                load   run
///   |     |                  |     |
///  pack   |        ->      load   |
///     \   |                    \   |
///     conv2d                    run
struct binding_times {
  static constexpr const char* name = "binding";
  static constexpr bool enabled(const options& o) { return o.binding; }

  static constexpr ir::graph run(ir::graph g, const context&) {
    for (int at = 0; at < g.size(); ++at) g[at].when = earliest(g, at);
    return g;
  }

 private:
  static constexpr binding earliest(const ir::graph& g, int at) {
    if (g[at].constant >= 0) return binding::compile;
    if (g[at].op->kind == category::source) return g.is<"param">(at) ? binding::load : binding::run;
    if (g[at].controls.count > 0) return binding::run;
    for (int input : g.inputs(at))
      if (g[input].when == binding::run) return binding::run;
    return binding::load;
  }
};

}  // namespace litho::pass
