// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "pass.hpp"

namespace litho::pass {

/// Common subexpression elimination: nodes with the same op, inputs and attributes are computed once.
/// Needs nothing; lowering already shares what the user wrote alike, this finds what other passes made alike. Keeps every value.
///
///     x              x
///    / \             |
///  exp  exp   ->    exp
///    \ /            | |
///    add            add
struct cse {
  static constexpr const char* name = "cse";
  static constexpr bool enabled(const options& o) { return o.cse; }

  static constexpr ir::graph run(ir::graph g, const context&) {
    aliases to(g);
    std::size_t slots = 64;
    while (slots < 2 * g.nodes.size()) slots *= 2;
    vec<int> table(slots, -1);
    for (int at = 0; at < g.size(); ++at) {
      to.apply(g, at);
      if (g[at].controls.count > 0 || (g[at].op->kind == category::source && g[at].constant < 0)) continue;
      std::size_t slot = static_cast<std::size_t>(hash(g, at)) & (slots - 1);
      while (table[slot] >= 0 && !equal(g, table[slot], at)) slot = (slot + 1) & (slots - 1);
      if (table[slot] >= 0)
        to.replace(at, table[slot]);
      else
        table[slot] = at;
    }
    to.apply_outputs(g);
    return g;
  }

 private:
  static constexpr std::uint64_t hash(const ir::graph& g, int at) {
    fnv1a mixed;
    mixed << g[at].op->view();
    for (int input : g.inputs(at)) mixed << static_cast<std::uint64_t>(input);
    for (std::int64_t number : g.attributes(at)) mixed << static_cast<std::uint64_t>(number);
    if (const tensor* value = g.constant(at))
      for (double each : value->values) mixed << std::bit_cast<std::uint64_t>(each);
    return mixed.value;
  }

  static constexpr bool equal(const ir::graph& g, int a, int b) {
    if (g[a].op != g[b].op || !(g[a].type == g[b].type) || g[a].inputs.count != g[b].inputs.count ||
        g[a].attributes.count != g[b].attributes.count)
      return false;
    for (std::size_t i = 0; i < g.inputs(a).size(); ++i)
      if (g.inputs(a)[i] != g.inputs(b)[i]) return false;
    for (std::size_t i = 0; i < g.attributes(a).size(); ++i)
      if (g.attributes(a)[i] != g.attributes(b)[i]) return false;
    const tensor* value = g.constant(a);
    if (value == nullptr) return true;
    for (std::size_t i = 0; i < value->values.size(); ++i)
      if (value->values[i].bits() != g.constant(b)->values[i].bits()) return false;
    return true;
  }
};

}  // namespace litho::pass
