// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "pass.hpp"

namespace litho::pass {

/// Algebra from the facts of the ops: x * 1, -(-x), relu(relu(x)), a transpose of a transpose, a reshape to the same shape, a
/// cast to a wider type and back.
/// Needs nothing. Keeps every value bit for bit, unless options::relaxed. Replaced nodes stay for dce.
///
///   x    1                 x      x                     x
///    \  /                  |      |                     |
///    mul      ->   x      neg  ->  x           reshape  ->  reshape
///                          |                     |
///                         neg                 reshape
struct simplify {
  static constexpr const char* name = "simplify";
  static constexpr bool enabled(const options& o) { return o.simplify; }

  static constexpr ir::graph run(ir::graph g, const context& with) {
    aliases to(g);
    for (int at = 0; at < g.size(); ++at) {
      to.apply(g, at);
      if (g[at].inputs.count == 0 || g[at].controls.count > 0) continue;
      merge_with_input(g, at);
      const int same = same_as(g, at, with.switches);
      if (same >= 0)
        to.replace(at, same);
      else if (with.switches.relaxed && is_zero(g, at))
        become_constant(g, at, zeros(g[at].type));
    }
    to.apply_outputs(g);
    return g;
  }

 private:
  /// Two movements in a row become one.
  static constexpr void merge_with_input(ir::graph& g, int at) {
    const int inner = g.inputs(at)[0];
    if (g[inner].op != g[at].op || g[inner].controls.count > 0) return;
    if (g[at].op->compose != nullptr) {
      attribute_values both;
      g[at].op->compose(g.attributes(inner), g.attributes(at), both);
      g.set_attributes(at, both.view());
    } else if (!g[at].op->collapses) {
      return;
    }
    g.inputs(at)[0] = g.inputs(inner)[0];
  }

  /// The node that `at` equals, or -1.
  static constexpr int same_as(const ir::graph& g, int at, const options& switches) {
    const ir::node& node = g[at];
    const op_info& op = *node.op;
    const int first = g.inputs(at)[0];
    const bool keeps_type = g[first].type == node.type;
    if (keeps_type && op.unchanged != nullptr && op.unchanged(g[first].type, g.attributes(at))) return first;
    if (node.inputs.count == 1) {
      if (g[first].op != node.op) return -1;
      const int inner = g.inputs(first)[0];
      if (op.involution) return inner;
      if (op.undoes != nullptr && op.undoes(g[inner].type, g.attributes(first), g.attributes(at))) return inner;
      return op.idempotent && equal_attributes(g, first, at) ? first : -1;
    }
    if (node.inputs.count != 2) return -1;
    const int second = g.inputs(at)[1];
    const identity_rule& rule = op.right_identity;
    if (rule.present && (rule.exact || switches.relaxed)) {
      if (keeps_type && is_identity(g, second, rule.value, switches)) return first;
      if (op.commutative && g[second].type == node.type && is_identity(g, first, rule.value, switches)) return second;
    }
    return op.self == self_rule::same && first == second ? first : -1;
  }

  static constexpr bool is_identity(const ir::graph& g, int node, double value, const options& switches) {
    return is_constant_of(g, node, value) || (switches.relaxed && value == 0.0 && is_constant_of(g, node, -value));
  }

  static constexpr bool is_zero(const ir::graph& g, int at) {
    if (g[at].inputs.count != 2) return false;
    const int a = g.inputs(at)[0];
    const int b = g.inputs(at)[1];
    if (g[at].op->self == self_rule::zero && a == b) return true;
    return g[at].op->absorbs_zero && (is_constant_of(g, a, 0.0) || is_constant_of(g, b, 0.0));
  }

  static constexpr tensor zeros(const tensor_type& type) {
    tensor result{type.plain(), {}, {}};
    result.values.resize(static_cast<std::size_t>(type.elements()), 0.0);
    return result;
  }

  static constexpr bool equal_attributes(const ir::graph& g, int a, int b) {
    const auto left = g.attributes(a);
    const auto right = g.attributes(b);
    for (std::size_t i = 0; i < left.size(); ++i)
      if (i >= right.size() || left[i] != right[i]) return false;
    return left.size() == right.size();
  }
};

}  // namespace litho::pass
