// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../../op/add.hpp"
#include "../../op/attention.hpp"
#include "../../op/div.hpp"
#include "../../op/expand.hpp"
#include "../../op/matmul.hpp"
#include "../../op/mul.hpp"
#include "../../op/reshape.hpp"
#include "../../op/softmax.hpp"
#include "../../op/transpose.hpp"
#include "match.hpp"

namespace litho::pass::pattern {

/// matmul(softmax(matmul(q, k') * scale + mask), v) is attention(q, k, v, mask). The scale is a number that multiplies
/// or divides q, k or the scores; k' is k with its last two axes swapped, or anything else, which is then taken as it
/// is; and of keys and values that were repeated for several heads the original will do.
struct attention {
  static constexpr match find(const ir::graph& g, int at, const vec<int>& uses) {
    if (!is<"matmul">(g, at)) return {};
    const int weights = g.inputs(at)[0];
    if (!is<"softmax">(g, weights) || !used(uses, weights)) return {};
    const std::int64_t axis = g.attributes_as<softmax_attributes>(weights).axis;
    if (axis != -1 && axis != g[weights].type.rank() - 1) return {};
    match found;
    int product = g.inputs(weights)[0];
    if (is<"add">(g, product) && used(uses, product)) {
      const int sum = product;
      for (int side : g.inputs(sum)) {
        product = side;
        found.scale = 1;
        strip_scale(g, product, found.scale, uses);
        found.others[2] = other_input(g, sum, side);
        if (is_product(g, product, uses) && g[sum].type == g[product].type) break;
      }
    } else {
      strip_scale(g, product, found.scale, uses);
    }
    if (!is_product(g, product, uses)) return {};
    int queries = g.inputs(product)[0];
    int keys = g.inputs(product)[1];
    const int values = g.inputs(at)[1];
    strip_scale(g, queries, found.scale, uses);
    strip_scale(g, keys, found.scale, uses);
    found.turned = !swaps_last_axes(g, keys);
    if (!found.turned) {
      keys = g.inputs(keys)[0];
      strip_scale(g, keys, found.scale, uses);
    }
    found.others[0] = keys;
    found.others[1] = values;
    if (!fits(g, at, product, found) || !(math::abs(found.scale) < math::infinity)) return {};
    found.x = queries;
    return found;
  }

  static constexpr int rewrite(ir::rewriter& copy, int, const match& found) {
    const emitter emit = copy.result().emit();
    vec<int> inputs;
    inputs.push_back(copy.at(found.x));
    for (int i : {0, 1}) inputs.push_back(unrepeated(copy, found.others[i]));
    if (found.others[2] >= 0) inputs.push_back(copy.at(found.others[2]));
    return emit.make<"attention">(std::span<const int>(inputs.data(), inputs.size()),
                                  attention_attributes{found.scale, found.turned});
  }

 private:
  static constexpr bool is_product(const ir::graph& g, int at, const vec<int>& uses) {
    return is<"matmul">(g, at) && used(uses, at);
  }

  /// Goes from a value times (or over) a number to the value.
  static constexpr void strip_scale(const ir::graph& g, int& at, double& scale, const vec<int>& uses) {
    const auto number = [&g](int node) {
      const tensor* known = g.constant(node);
      return known != nullptr && known->values.size() == 1 && known->values[0] != 0.0 ? known : nullptr;
    };
    while ((is<"mul">(g, at) || is<"div">(g, at)) && used(uses, at)) {
      int value = g.inputs(at)[0];
      int factor = g.inputs(at)[1];
      if (is<"mul">(g, at) && number(factor) == nullptr) std::swap(value, factor);
      const tensor* by = number(factor);
      if (by == nullptr || !(g[value].type == g[at].type)) return;
      scale = is<"mul">(g, at) ? scale * by->values[0] : scale / by->values[0];
      at = value;
    }
  }

  static constexpr bool swaps_last_axes(const ir::graph& g, int at) {
    if (!is<"transpose">(g, at)) return false;
    const ints permutation = g.attributes_as<transpose_attributes>(at).permutation;
    const int last = permutation.count - 1;
    for (int axis = 0; axis < last - 1; ++axis)
      if (permutation[axis] != axis) return false;
    return last > 0 && permutation[last] == last - 1;
  }

  /// Whether the values go with the scores one by one, without another batch.
  static constexpr bool fits(const ir::graph& g, int at, int product, const match& found) {
    shape scores = g[product].type.dims;
    shape out = g[at].type.dims;
    scores.count -= 2;
    out.count -= 2;
    return scores == out && g[at].type.elements() > 0 && g[product].type.elements() > 0 &&
           g[found.others[0]].type.elements() > 0;
  }

  /// What becomes `node` by reshape(expand(reshape(x))), which repeats each head of x [..., heads, n, d] side by side,
  /// as it was before; else the node.
  static constexpr int unrepeated(ir::rewriter& copy, int node) {
    const ir::graph& g = copy.source();
    if (!is<"reshape">(g, node)) return copy.at(node);
    const int wide = g.inputs(node)[0];
    if (!is<"expand">(g, wide) || g[wide].type.rank() != g[node].type.rank() + 1) return copy.at(node);
    const int narrow = g.inputs(wide)[0];
    const shape& from = g[narrow].type.dims;
    const int repeats = g[wide].type.rank() - 3;
    if (from.count != g[wide].type.rank() || repeats < 1 || from[repeats] != 1) return copy.at(node);
    reshape_attributes heads;
    for (int axis = 0; axis < from.count; ++axis) {
      if (axis != repeats && from[axis] != g[wide].type.dims[axis]) return copy.at(node);
      if (axis != repeats) heads.dims.push_back(from[axis]);
    }
    for (int axis = 0; axis < heads.dims.count; ++axis)
      if (axis != repeats - 1 && heads.dims[axis] != g[node].type.dims[axis]) return copy.at(node);
    return copy.result().emit().make<"reshape">({copy.at(narrow)}, heads);
  }
};

}  // namespace litho::pass::pattern
