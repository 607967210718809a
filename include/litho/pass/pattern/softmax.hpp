// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../../op/softmax.hpp"
#include "match.hpp"

namespace litho::pass::pattern {

/// exp(x - max x) / sum exp(x - max x) along one axis is softmax(x).
struct softmax {
  static constexpr bool matches(const ir::graph& g, int at) {
    int axis = 0;
    return argument(g, at, axis) >= 0;
  }
  static constexpr int rewrite(ir::rewriter& copy, const ir::graph& g, int at) {
    int axis = 0;
    const int x = argument(g, at, axis);
    return copy.result().emit().make<"softmax">({copy.at(x)}, softmax_attributes{axis});
  }

 private:
  static constexpr int argument(const ir::graph& g, int at, int& axis) {
    if (!g.is<"div">(at) || g[at].origin >= 0) return -1;
    const int powers = g.inputs(at)[0];
    ints sum_axes;
    ints max_axes;
    if (!g.is<"exp">(powers) || reduced<"reduce_sum">(g, g.inputs(at)[1], sum_axes) != powers || sum_axes.count != 1) return -1;
    const int difference = g.inputs(powers)[0];
    if (!g.is<"sub">(difference)) return -1;
    const int x = g.inputs(difference)[0];
    if (reduced<"reduce_max">(g, g.inputs(difference)[1], max_axes) != x || !(max_axes == sum_axes)) return -1;
    axis = static_cast<int>(sum_axes[0]);
    return x;
  }
};

}  // namespace litho::pass::pattern
