// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../op/cast.hpp"
#include "../op/expand.hpp"
#include "../op/reshape.hpp"
#include "../op/transpose.hpp"
#include "pass.hpp"

namespace litho::pass {

/// Writes composite ops out in primitives, and the bias of Cube ops as an addition; fusion makes one kernel of them again.
/// Required: no kernel knows a composite. The new nodes share an `origin`, so that with fusion off what the user wrote as one op
/// still runs as one. Reductions over axes that do not touch are split into several, those over
/// none become reshapes. Of 16-bit floats, what is rounded once is computed in float: pools, norms, softmax, reductions
/// in several steps, and contractions unless the Cube takes such.
/// What has no elements is a constant and a sum of no products is zero, so that no kernel is made for nothing.
///
///                    x -----.
///    x               |      |
///    |          reduce_max  |
///  softmax  ->        \    /
///                      sub -> exp -> ... -> div
struct decompose {
  static constexpr const char* name = "decompose";
  static constexpr bool enabled(const options&) { return true; }

  static constexpr ir::graph run(ir::graph g, const context& with) {
    bool any = false;
    for (int at = 0; at < g.size(); ++at) any = any || needs_it(g, at, with);
    if (!any) return g;
    int origins = 0;
    for (const ir::node& node : g.nodes) origins = node.origin >= origins ? node.origin + 1 : origins;
    ir::rewriter copy(g);
    for (int at = 0; at < g.size(); ++at) {
      if (!needs_it(g, at, with)) {
        copy.copy(at);
        continue;
      }
      vec<int> inputs;
      for (int input : g.inputs(at)) inputs.push_back(copy.at(input));
      const std::span<const int> mapped(inputs.data(), inputs.size());
      ir::graph& to = copy.result();
      const int first = to.size();
      to.origin = g[at].origin >= 0 ? g[at].origin : origins++;
      const int last = is_empty(g, at)           ? to.append_constant({g[at].type.plain(), {}, {}})
                       : sums_nothing(g, at)     ? zeros(to, g[at].type)
                       : is_widened(g, at, with) ? widened(to, g[at], g.attributes(at), mapped)
                       : g[at].op->kind == category::reduction
                           ? split(to, g[at], g.attributes(at), mapped)
                           : g[at].op->decompose(to.emit(), mapped, g.attributes(at));
      to.origin = -1;
      copy.map(at, last);
      for (int added = first; added < to.size(); ++added)
        if (to[added].constant < 0) to[added].when = g[at].when;
      if (g[at].controls.count > 0) carry_controls(copy, g, at, first);
    }
    return run(copy.finish(), with);  // compositions of compositions
  }

 private:
  static constexpr bool needs_it(const ir::graph& g, int at, const context& with) {
    const op_info& op = *g[at].op;
    if (op.kind == category::composite || is_empty(g, at) || sums_nothing(g, at) || is_widened(g, at, with))
      return true;
    if (op.kind == category::contraction) return op.decompose != nullptr && g[at].inputs.count == 3;
    return op.kind == category::reduction && stretches(g, at) != 1;
  }

  static constexpr bool is_empty(const ir::graph& g, int at) {
    return g[at].type.elements() == 0 && g[at].op->kind != category::source;
  }

  static constexpr bool sums_nothing(const ir::graph& g, int at) {
    if (g[at].op->kind != category::contraction || g[at].inputs.count != 2) return false;
    return g[g.inputs(at)[0]].type.elements() == 0 || g[g.inputs(at)[1]].type.elements() == 0;
  }
  static constexpr int zeros(ir::graph& to, const tensor_type& type) {
    const int zero = to.append_constant({{.element = type.element, .dims = {}}, {number(0.0)}, {}});
    return to.emit().make<"expand">({zero}, expand_attributes{type.dims});
  }

  /// Whether an op of halves is given floats.
  static constexpr bool is_widened(const ir::graph& g, int at, const context& with) {
    const dtype element = g[at].type.element;
    if (!is_float(element) || size_of(element) >= 4) return false;
    const category kind = g[at].op->kind;
    return kind == category::pooling || g[at].op->widens || (kind == category::contraction && !with.takes(element)) ||
           (kind == category::reduction && stretches(g, at) > 1);
  }
  static constexpr int widened(ir::graph& to, const ir::node& node, std::span<const std::int64_t> attributes,
                               std::span<const int> inputs) {
    const auto cast = [&](int value, dtype element) {
      return to.emit().make<"cast">({value}, cast_attributes{static_cast<std::int64_t>(element)});
    };
    vec<int> floats;
    for (int input : inputs) floats.push_back(cast(input, dtype::f32));
    return cast(to.emit().make(*node.op, std::span<const int>(floats.data(), floats.size()), attributes),
                node.type.element);
  }

  static constexpr ints folded_axes(const tensor_type& type, std::span<const std::int64_t> attributes) {
    ints axes;
    const ints given = unpacked<reduction_attributes>(attributes).axes;
    for (int axis = 0; axis < type.rank(); ++axis)
      if ((given.contains(axis) || given.contains(axis - type.rank())) && type.dims[axis] > 1) axes.push_back(axis);
    return axes;
  }

  /// How many runs of touching axes a reduction folds.
  static constexpr int stretches(const ir::graph& g, int at) {
    const tensor_type& type = g[g.inputs(at)[0]].type;
    const ints axes = folded_axes(type, g.attributes(at));
    int count = axes.empty() ? 0 : 1;
    for (int i = 1; i < axes.count; ++i) {
      bool touches = true;
      for (std::int64_t between = axes[i - 1] + 1; between < axes[i]; ++between)
        touches = touches && type.dims[static_cast<int>(between)] <= 1;
      count += touches ? 0 : 1;
    }
    return count;
  }

  /// One reduction for each run of touching axes, from the back. What folds nothing is its input under another name.
  static constexpr int split(ir::graph& to, const ir::node& node, std::span<const std::int64_t> attributes,
                             std::span<const int> inputs) {
    int value = inputs[0];
    ints axes = folded_axes(to[value].type, attributes);
    if (axes.empty()) return to.emit().make<"reshape">({value}, reshape_attributes{to[value].type.dims});
    if (!is_float(node.type.element) && finishes(*node.op)) return in_one(to, node, axes, value);
    while (!axes.empty()) {
      reduction_attributes part;
      do {
        part.axes.push_back(axes[axes.count - 1]);
        --axes.count;
      } while (!axes.empty() && axes[axes.count - 1] == part.axes[part.axes.count - 1] - 1);
      value = to.emit().make(*node.op, std::span<const int>(&value, 1), packed(part).view());
    }
    return value;
  }

  /// Whether a sum is divided at the end: of whole numbers the mean of means is not the mean.
  static constexpr bool finishes(const op_info& op) { return !(op.finish(dtype::i64, number(3), 2) == number(3)); }
  /// One reduction, for which the axes are moved to the back.
  static constexpr int in_one(ir::graph& to, const ir::node& node, const ints& axes, int value) {
    transpose_attributes order;
    reduction_attributes last;
    const int rank = to[value].type.rank();
    for (int axis = 0; axis < rank; ++axis)
      if (!axes.contains(axis)) order.permutation.push_back(axis);
    for (std::int64_t axis : axes) {
      last.axes.push_back(order.permutation.count);
      order.permutation.push_back(axis);
    }
    value = to.emit().make<"transpose">({value}, order);
    value = to.emit().make(*node.op, std::span<const int>(&value, 1), packed(last).view());
    return to.emit().make<"reshape">({value}, reshape_attributes{node.type.dims});
  }

  static constexpr void carry_controls(ir::rewriter& copy, const ir::graph& g, int at, int first) {
    vec<int> before;
    for (int each : g.controls(at)) before.push_back(copy.at(each));
    for (int added = first; added < copy.result().size(); ++added)
      if (copy.result()[added].constant < 0)
        copy.result().add_controls(added, std::span<const int>(before.data(), before.size()));
  }
};

}  // namespace litho::pass
