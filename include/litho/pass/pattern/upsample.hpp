// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../../op/interleave.hpp"
#include "../../op/resize.hpp"
#include "match.hpp"

namespace litho::pass::pattern {

/// resize of spatial axes to a whole multiple by nearest elements repeats each of them: interleave x with itself.
struct upsample {
  static constexpr match find(const ir::graph& g, int at, const vec<int>&) {
    if (!is<"resize">(g, at)) return {};
    const int x = g.inputs(at)[0];
    const shape& from = g[x].type.dims;
    const shape& to = g[at].type.dims;
    const auto a = g.attributes_as<resize_attributes>(at);
    if (a.mode != resize_nearest || !repeats(a)) return {};
    if (from.count < 3 || from.count > 5 || from[0] != to[0] || from[1] != to[1]) return {};
    std::int64_t repeats_of_each = 1;
    for (int axis = 0; axis < from.count; ++axis) {
      if (from[axis] < 1 || to[axis] < from[axis] || to[axis] % from[axis] != 0) return {};
      const std::int64_t scale = to[axis] / from[axis];
      if (a.scales[axis] != 0 && a.scales[axis] != static_cast<double>(scale)) return {};
      if (scale > op<"interleave">::inputs_max) return {};
      repeats_of_each *= scale;
    }
    return {repeats_of_each > 1 && repeats_of_each <= op<"interleave">::inputs_max ? x : -1};
  }

  static constexpr int rewrite(ir::rewriter& copy, int at, const match& found) {
    const shape from = copy.source()[found.x].type.dims;
    const shape to = copy.source()[at].type.dims;
    interleave_attributes together;
    std::size_t count = 1;
    for (int axis = 2; axis < from.count; ++axis) {
      together.counts.push_back(to[axis] / from[axis]);
      count *= static_cast<std::size_t>(to[axis] / from[axis]);
    }
    const vec<int> same(count, copy.at(found.x));
    return copy.result().emit().make<"interleave">(std::span<const int>(same.data(), same.size()), together);
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
