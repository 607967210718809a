// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../../op/div.hpp"
#include "../../op/layer_norm.hpp"
#include "../../op/pow.hpp"
#include "../../op/sqrt.hpp"
#include "match.hpp"

namespace litho::pass::pattern {

/// d / sqrt(mean d^2 + epsilon) with d = x - mean x, over the last axes, is layer_norm(x); scale and bias stay behind it.
struct layer_norm {
  static constexpr bool matches(const ir::graph& g, int at) { return find(g, at).x >= 0; }
  static constexpr int rewrite(ir::rewriter& copy, const ir::graph& g, int at) {
    const parts found = find(g, at);
    return copy.result().emit().make<"layer_norm">({copy.at(found.x)}, layer_norm_attributes{found.axis, found.epsilon});
  }

 private:
  struct parts {
    int x = -1;
    std::int64_t axis = 0;
    double epsilon = 0;
  };

  static constexpr parts find(const ir::graph& g, int at) {
    if (g[at].origin >= 0) return {};
    if (g.is<"div">(at)) {
      const int root = g.inputs(at)[1];
      return g.is<"sqrt">(root) ? from_variance(g, g.inputs(at)[0], g.inputs(root)[0]) : parts{};
    }
    if (!g.is<"mul">(at)) return {};
    for (int root : g.inputs(at)) {
      if (!g.is<"rsqrt">(root)) continue;
      const parts found = from_variance(g, other_input(g, at, root), g.inputs(root)[0]);
      if (found.x >= 0) return found;
    }
    return {};
  }

  /// `difference` is x - mean x, `shifted` its variance plus epsilon.
  static constexpr parts from_variance(const ir::graph& g, int difference, int shifted) {
    if (difference < 0 || !g.is<"sub">(difference) || !g.is<"add">(shifted)) return {};
    const int x = g.inputs(difference)[0];
    ints axes;
    if (reduced<"reduce_mean">(g, g.inputs(difference)[1], axes) != x || axes.empty()) return {};
    if (axes[0] + axes.count != g[x].type.rank()) return {};
    for (int variance : g.inputs(shifted)) {
      ints same_axes;
      const int squares = reduced<"reduce_mean">(g, variance, same_axes);
      if (squares < 0 || !(same_axes == axes) || !is_square(g, squares, difference)) continue;
      const tensor* epsilon = g.constant(other_input(g, shifted, variance));
      if (epsilon == nullptr || epsilon->values.size() != 1) continue;
      return {x, axes[0], epsilon->values[0]};
    }
    return {};
  }

  static constexpr bool is_square(const ir::graph& g, int at, int of) {
    if (g.is<"square">(at)) return g.inputs(at)[0] == of;
    if (g.is<"mul">(at)) return g.inputs(at)[0] == of && g.inputs(at)[1] == of;
    return g.is<"pow">(at) && g.inputs(at)[0] == of && is_about(g, g.inputs(at)[1], 2.0);
  }
};

}  // namespace litho::pass::pattern
