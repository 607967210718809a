// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../../op/softmax.hpp"
#include "match.hpp"

namespace litho::pass::pattern {

/// exp(x - max x) / sum exp(x - max x) along one axis is softmax(x).
struct softmax {
  static constexpr match find(const ir::graph& g, int at, const vec<int>& uses) {
    if (!is<"div">(g, at) || g[at].origin >= 0) return {};
    const int powers = g.inputs(at)[0];
    ints sum_axes;
    ints max_axes;
    if (!is<"exp">(g, powers) || reduced<"reduce_sum">(g, g.inputs(at)[1], sum_axes) != powers || sum_axes.count != 1)
      return {};
    const int difference = g.inputs(powers)[0];
    if (!is<"sub">(g, difference)) return {};
    const int x = g.inputs(difference)[0];
    const int most = g.inputs(difference)[1];
    if (reduced<"reduce_max">(g, most, max_axes) != x || !(max_axes == sum_axes)) return {};
    if (!used(uses, powers, 2) || !used(uses, g.inputs(at)[1]) || !used(uses, difference) || !used(uses, most))
      return {};
    return {x, sum_axes[0]};
  }
  static constexpr int rewrite(ir::rewriter& copy, int, const match& found) {
    return copy.result().emit().make<"softmax">({copy.at(found.x)}, softmax_attributes{found.axis});
  }
};

}  // namespace litho::pass::pattern
