// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "pass.hpp"

namespace litho::pass {

/// Dead code elimination: drops nodes that no output needs.
/// Needs nothing. Keeps inputs and parameters, used or not, since they are the network's signature; control edges onto dropped
/// nodes vanish with them.
///
///   x   y          x   y
///   |   |          |
///  exp relu   ->  exp
///   |              |
///  out            out
struct dce {
  static constexpr const char* name = "dce";
  static constexpr bool enabled(const options& o) { return o.dce; }

  static constexpr ir::graph run(ir::graph g, const context&) {
    vec<bool> live(g.nodes.size());
    for (const ir::output& out : g.outputs) live[static_cast<std::size_t>(out.node)] = true;
    bool all = true;
    for (int at = g.size() - 1; at >= 0; --at) {
      if (g[at].op->kind == category::source && g[at].constant < 0) live[static_cast<std::size_t>(at)] = true;
      if (!live[static_cast<std::size_t>(at)]) {
        all = false;
        continue;
      }
      for (int input : g.inputs(at)) live[static_cast<std::size_t>(input)] = true;
    }
    if (all) return g;
    ir::rewriter copy(g);
    for (int at = 0; at < g.size(); ++at)
      if (live[static_cast<std::size_t>(at)]) copy.copy(at);
    return copy.finish();
  }
};

}  // namespace litho::pass
