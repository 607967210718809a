// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "pass.hpp"

namespace litho::pass {

/// Computes with the reference semantics what depends on constants alone.
/// Needs nothing. Keeps every value as `eval` gives it; constants of more than options::fold_limit elements are not made, so
/// that compile time stays bounded: pass binding leaves them to load time.
///
///   2    3
///    \  /
///    add   x          5   x
///      \  /      ->    \  /
///      mul             mul
struct fold {
  static constexpr const char* name = "fold";
  static constexpr bool enabled(const options& o) { return o.fold; }

  static constexpr ir::graph run(ir::graph g, const context& with) {
    for (int at = 0; at < g.size(); ++at) {
      if (!foldable(g, at, with.switches)) continue;
      vec<const tensor*> inputs;
      for (int input : g.inputs(at)) inputs.push_back(g.constant(input));
      tensor value{g[at].type, {}, {}};
      g[at].op->eval(std::span<const tensor* const>(inputs.data(), inputs.size()), g.attributes(at), value);
      become_constant(g, at, std::move(value));
    }
    return g;
  }

 private:
  static constexpr bool foldable(const ir::graph& g, int at, const options& switches) {
    const ir::node& node = g[at];
    if (node.inputs.count == 0 || node.controls.count > 0 || node.op->eval == nullptr) return false;
    if (node.op->kind == category::composite) return false;  // its primitives are, where they can be
    if (node.type.layout != format::plain || node.type.elements() > switches.fold_limit) return false;
    for (int input : g.inputs(at)) {
      const tensor* value = g.constant(input);
      if (value == nullptr || !is_tame(*value, node.op->divides && input == g.inputs(at).back())) return false;
    }
    return true;
  }

  /// Whether compilers can compute with these values: they refuse x / 0, NaN, and overflow in constant evaluation. Others are
  /// left to load time, where they give what IEEE 754 says.
  static constexpr bool is_tame(const tensor& value, bool divisor) {
    for (double each : value.values) {
      const double magnitude = math::abs(each);
      if (!(magnitude <= 0x1p100) || (divisor && magnitude < 0x1p-100)) return false;
    }
    return true;
  }
};

}  // namespace litho::pass
