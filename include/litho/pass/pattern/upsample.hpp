// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../../op/expand.hpp"
#include "../../op/reshape.hpp"
#include "../../op/resize.hpp"
#include "match.hpp"

namespace litho::pass::pattern {

/// resize to a whole multiple by nearest elements repeats each of them: reshape, expand, reshape.
struct upsample {
  static constexpr match find(const ir::graph& g, int at, const vec<int>&) {
    if (!is<"resize">(g, at)) return {};
    const int x = g.inputs(at)[0];
    const shape& from = g[x].type.dims;
    const shape& to = g[at].type.dims;
    const auto a = g.attributes_as<resize_attributes>(at);
    if (a.mode != resize_nearest || !repeats(a)) return {};
    int split = 0;
    for (int axis = 0; axis < from.count; ++axis) {
      if (from[axis] < 1 || to[axis] < from[axis] || to[axis] % from[axis] != 0) return {};
      const double scale = static_cast<double>(to[axis] / from[axis]);
      if (a.scales[axis] != 0 && a.scales[axis] != scale) return {};
      if (scale > 1) ++split;
    }
    return {split > 0 && from.count + split <= max_rank ? x : -1};
  }

  static constexpr int rewrite(ir::rewriter& copy, int at, const match& found) {
    const emitter emit = copy.result().emit();
    const shape from = copy.source()[found.x].type.dims;
    const shape to = copy.source()[at].type.dims;
    reshape_attributes split;
    expand_attributes repeated;
    for (int axis = 0; axis < from.count; ++axis) {
      split.dims.push_back(from[axis]);
      repeated.dims.push_back(from[axis]);
      if (to[axis] == from[axis]) continue;
      split.dims.push_back(1);
      repeated.dims.push_back(to[axis] / from[axis]);
    }
    const int parts = emit.make<"expand">({emit.make<"reshape">({copy.at(found.x)}, split)}, repeated);
    return emit.make<"reshape">({parts}, reshape_attributes{to});
  }

 private:
  /// Whether the elements q s .. q s + s - 1 of the result are all nearest to element q.
  static constexpr bool repeats(const resize_attributes& a) {
    const bool is_centred =
        a.coordinates == half_pixel || a.coordinates == half_pixel_symmetric || a.coordinates == pytorch_half_pixel;
    const bool rounds = a.nearest == nearest_prefers_floor || a.nearest == nearest_prefers_ceil;
    return (is_centred && rounds) || (a.coordinates == asymmetric && a.nearest == nearest_floor);
  }
};

}  // namespace litho::pass::pattern
