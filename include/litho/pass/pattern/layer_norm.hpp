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
  static constexpr match find(const ir::graph& g, int at, const vec<int>& uses) {
    if (g[at].origin >= 0) return {};
    if (is<"div">(g, at)) {
      const int root = g.inputs(at)[1];
      if (!is<"sqrt">(g, root) || !used(uses, root)) return {};
      return from_variance(g, g.inputs(at)[0], g.inputs(root)[0], uses);
    }
    if (!is<"mul">(g, at)) return {};
    for (int root : g.inputs(at)) {
      if (!is<"rsqrt">(g, root) || !used(uses, root)) continue;
      if (const match found = from_variance(g, other_input(g, at, root), g.inputs(root)[0], uses)) return found;
    }
    return {};
  }
  static constexpr int rewrite(ir::rewriter& copy, int, const match& found) {
    return copy.result().emit().make<"layer_norm">({copy.at(found.x)},
                                                   layer_norm_attributes{found.axis, found.epsilon});
  }

 private:
  /// `difference` is x - mean x, `shifted` its variance plus epsilon.
  static constexpr match from_variance(const ir::graph& g, int difference, int shifted, const vec<int>& uses) {
    if (difference < 0 || !is<"sub">(g, difference) || !is<"add">(g, shifted) || !used(uses, shifted)) return {};
    const int x = g.inputs(difference)[0];
    const int mean = g.inputs(difference)[1];
    ints axes;
    if (reduced<"reduce_mean">(g, mean, axes) != x || axes.empty() || !used(uses, mean)) return {};
    if (axes[0] + axes.count != g[x].type.rank()) return {};
    for (int variance : g.inputs(shifted)) {
      ints same_axes;
      const int squares = reduced<"reduce_mean">(g, variance, same_axes);
      if (squares < 0 || !(same_axes == axes) || !is_square(g, squares, difference)) continue;
      if (!used(uses, variance) || !used(uses, squares) || !used(uses, difference, is<"mul">(g, squares) ? 3 : 2))
        continue;
      const tensor* epsilon = g.constant(other_input(g, shifted, variance));
      if (epsilon == nullptr || epsilon->values.size() != 1) continue;
      return {x, axes[0], epsilon->values[0]};
    }
    return {};
  }

  static constexpr bool is_square(const ir::graph& g, int at, int of) {
    if (is<"square">(g, at)) return g.inputs(at)[0] == of;
    if (is<"mul">(g, at)) return g.inputs(at)[0] == of && g.inputs(at)[1] == of;
    return is<"pow">(g, at) && g.inputs(at)[0] == of && is_about(g, g.inputs(at)[1], 2.0);
  }
};

}  // namespace litho::pass::pattern
