// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "pattern/attention.hpp"
#include "pattern/batch_norm.hpp"
#include "pattern/gelu.hpp"
#include "pattern/layer_norm.hpp"
#include "pattern/softmax.hpp"
#include "pattern/upsample.hpp"

namespace litho::pass {

/// Looks for compositions that have a better form: batch-norm behind a convolution or product goes into its weights;
/// gelu, softmax and layer-norm written out in primitives become one op; nearest elements at a whole multiple are
/// repeated; two products with a softmax between them are attention. Patterns know ops by name; each is a file in
/// pass/pattern. Needs cse before it: what a pattern takes in must have no other use. Keeps values within rounding.
///
///   x   w                   x    w * factor
///    \ /                     \  /
///   conv2d          ->      conv2d -- bias'
///     |
///  batch_norm
struct patterns {
  static constexpr const char* name = "patterns";
  static constexpr bool enabled(const options& o) { return o.patterns; }

  static constexpr ir::graph run(ir::graph g, const context& with) {
    bool any = false;
    const vec<int> uses = live_uses(g);
    vec<decision> decisions;
    decisions.reserve(g.nodes.size());
    for (int at = 0; at < g.size(); ++at) {
      decisions.push_back(decide(g, at, uses, with.target));
      any = any || decisions.back().found;
    }
    if (!any) return g;
    ir::rewriter copy(g);
    for (int at = 0; at < g.size(); ++at) {
      const decision& each = decisions[static_cast<std::size_t>(at)];
      if (!each.found) {
        copy.copy(at);
        continue;
      }
      const int renewed = each.rewrite(copy, at, each.found);
      copy.map(at, renewed);
      copy.result()[renewed].origin = g[at].origin;
    }
    return run(copy.finish(), with);  // what was written may match in turn
  }

 private:
  using writer = int (*)(ir::rewriter&, int, const pattern::match&);
  struct decision {
    pattern::match found{};
    writer rewrite = nullptr;
  };

  /// How often each node is used by what an output needs: what one pattern has left behind must not keep another away.
  static constexpr vec<int> live_uses(const ir::graph& g) {
    vec<int> counts(static_cast<std::size_t>(g.size()));
    vec<bool> live(static_cast<std::size_t>(g.size()));
    const auto need = [&live](int node) { live[static_cast<std::size_t>(node)] = true; };
    for (const ir::output& out : g.outputs) {
      need(out.node);
      ++counts[static_cast<std::size_t>(out.node)];
    }
    for (int at = g.size() - 1; at >= 0; --at) {
      if (!live[static_cast<std::size_t>(at)]) continue;
      for (int input : g.inputs(at)) {
        need(input);
        ++counts[static_cast<std::size_t>(input)];
      }
      for (int before : g.controls(at)) need(before);
    }
    return counts;
  }

  /// The first pattern that fits.
  static constexpr decision decide(const ir::graph& g, int at, const vec<int>& uses, const device& on) {
    decision made;
    const auto fits = [&made](const pattern::match& found, writer rewrite) {
      if (found) made = {found, rewrite};
      return static_cast<bool>(found);
    };
    static_cast<void>(fits(pattern::batch_norm::find(g, at, uses), &pattern::batch_norm::rewrite) ||
                      fits(pattern::gelu::find(g, at, uses), &pattern::gelu::rewrite) ||
                      fits(pattern::softmax::find(g, at, uses), &pattern::softmax::rewrite) ||
                      fits(pattern::layer_norm::find(g, at, uses), &pattern::layer_norm::rewrite) ||
                      fits(pattern::upsample::find(g, at, uses), &pattern::upsample::rewrite) ||
                      (!on.is_emulated() &&  // whose cores have no kernel of it
                       fits(pattern::attention::find(g, at, uses), &pattern::attention::rewrite)));
    return made;
  }
};

}  // namespace litho::pass
