// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "pattern/batch_norm.hpp"
#include "pattern/gelu.hpp"
#include "pattern/layer_norm.hpp"
#include "pattern/softmax.hpp"

namespace litho::pass {

/// Looks for compositions that have a better form: batch-norm behind a convolution or product goes into its weights; gelu,
/// softmax and layer-norm written out in primitives become one op. Patterns know ops by name; each is a file in pass/pattern.
/// Needs cse before it (a pattern asks for single uses). Keeps values within rounding.
///
///   x   w                   x    w * factor
///    \ /                     \  /
///   conv2d          ->      conv2d -- bias'
///     |
///  batch_norm
struct patterns {
  static constexpr const char* name = "patterns";
  static constexpr bool enabled(const options& o) { return o.patterns; }

  static constexpr ir::graph run(ir::graph g, const context&) {
    bool any = false;
    const vec<int> uses = ir::use_counts(g);
    for (int at = 0; at < g.size(); ++at) any = any || matches(g, at, uses);
    if (!any) return g;
    ir::rewriter copy(g);
    for (int at = 0; at < g.size(); ++at) {
      const int renewed = rewrite(copy, g, at, uses);
      if (renewed < 0) {
        copy.copy(at);
        continue;
      }
      copy.map(at, renewed);
      copy.result()[renewed].origin = g[at].origin;
    }
    return copy.finish();
  }

 private:
  static constexpr bool matches(const ir::graph& g, int at, const vec<int>& uses) {
    if (g[at].controls.count > 0) return false;
    return pattern::batch_norm::matches(g, at, uses) || pattern::gelu::matches(g, at) || pattern::softmax::matches(g, at) ||
           pattern::layer_norm::matches(g, at);
  }
  static constexpr int rewrite(ir::rewriter& copy, const ir::graph& g, int at, const vec<int>& uses) {
    if (!matches(g, at, uses)) return -1;
    if (pattern::batch_norm::matches(g, at, uses)) return pattern::batch_norm::rewrite(copy, g, at);
    if (pattern::gelu::matches(g, at)) return pattern::gelu::rewrite(copy, g, at);
    if (pattern::softmax::matches(g, at)) return pattern::softmax::rewrite(copy, g, at);
    return pattern::layer_norm::rewrite(copy, g, at);
  }
};

}  // namespace litho::pass
