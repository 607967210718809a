// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../../op/batch_norm.hpp"
#include "../../op/conv1d.hpp"
#include "../../op/conv2d.hpp"
#include "../../op/dense.hpp"
#include "../../op/mul.hpp"
#include "../../op/neg.hpp"
#include "../../op/rsqrt.hpp"
#include "../../op/sub.hpp"
#include "match.hpp"

namespace litho::pass::pattern {

/// batch_norm(conv(x, w, b)) = conv(x, w f, shift + b f) with f = scale / sqrt(variance + epsilon), shift = bias - mean f.
/// What depends on parameters only is computed at load.
struct batch_norm {
  static constexpr match find(const ir::graph& g, int at, const vec<int>& uses) {
    if (!is<"batch_norm">(g, at)) return {};
    const int inner = g.inputs(at)[0];
    const bool weighted =
        is<"conv2d">(g, inner) || is<"conv1d">(g, inner) || (is<"dense">(g, inner) && g[inner].type.rank() == 2);
    return {weighted && used(uses, inner) ? inner : -1};
  }

  static constexpr int rewrite(ir::rewriter& copy, int at, const match& found) {
    const emitter emit = copy.result().emit();
    const ir::graph& g = copy.source();
    const int inner = found.x;
    const int x = copy.at(g.inputs(inner)[0]);
    const int w = copy.at(g.inputs(inner)[1]);
    const int scale = copy.at(g.inputs(at)[1]);
    const int bias = copy.at(g.inputs(at)[2]);
    const int mean = copy.at(g.inputs(at)[3]);
    const int variance = copy.at(g.inputs(at)[4]);
    const int epsilon = emit.scalar(g[at].type.element, g.attributes_as<batch_norm_attributes>(at).epsilon);
    const int factor = emit.make<"mul">({scale, emit.make<"rsqrt">({emit.make<"add">({variance, epsilon})})});
    reshape_attributes outputs{{g[scale_of(g, at)].type.dims[0]}};
    for (int axis = 1; axis < emit.type(w).rank(); ++axis) outputs.dims.push_back(1);
    const int weights = emit.make<"mul">({w, emit.make<"reshape">({factor}, outputs)});
    const int centre =
        g[inner].inputs.count == 3 ? emit.make<"sub">({copy.at(g.inputs(inner)[2]), mean}) : emit.make<"neg">({mean});
    const int shift = emit.make<"add">({bias, emit.make<"mul">({centre, factor})});
    const int inputs[] = {x, weights, shift};
    return emit.make(*g[inner].op, std::span<const int>(inputs, 3), g.attributes(inner));
  }

 private:
  static constexpr int scale_of(const ir::graph& g, int at) { return g.inputs(at)[1]; }
};

}  // namespace litho::pass::pattern
