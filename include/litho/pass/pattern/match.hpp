// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../pass.hpp"

namespace litho::pass::pattern {

/// What a pattern has found at a node: its argument, or -1, and what else it needs to write the better form. All of it, since the
/// constants move away while the graph is rewritten.
struct match {
  int x = -1;
  std::int64_t axis = 0;
  double epsilon = 0;
  int others[3] = {-1, -1, -1};  ///< further arguments
  double scale = 1;
  bool turned = false;

  constexpr explicit operator bool() const { return x >= 0; }
};

/// Whether a node is op<Name> without control edges: one that has some must run by itself, in its place.
template <name_t Name>
constexpr bool is(const ir::graph& g, int at) {
  return g.is<Name>(at) && g[at].controls.count == 0;
}

/// Whether a node is used `count` times: what is used elsewhere, too, has to be computed, and the pattern would compute it again.
constexpr bool used(const vec<int>& uses, int at, int count = 1) { return uses[static_cast<std::size_t>(at)] == count; }

/// Whether a node is a constant with every element within a float's rounding of `value`: exporters write sqrt(2) with 7 digits.
constexpr bool is_about(const ir::graph& g, int node, double value) {
  const tensor* known = g.constant(node);
  if (known == nullptr || known->values.empty()) return false;
  for (double each : known->values)
    if (!(math::abs(each - value) <= 1e-6 * math::abs(value))) return false;
  return true;
}

/// The other input of a two-input node, or -1 where neither is `input`.
constexpr int other_input(const ir::graph& g, int at, int input) {
  if (g[at].inputs.count != 2) return -1;
  if (g.inputs(at)[0] == input) return g.inputs(at)[1];
  return g.inputs(at)[1] == input ? g.inputs(at)[0] : -1;
}

/// Input of a reduction of the given op, or -1; `axes` receives its axes, counted from the front.
template <name_t Name>
constexpr int reduced(const ir::graph& g, int at, ints& axes) {
  if (!is<Name>(g, at)) return -1;
  const int input = g.inputs(at)[0];
  axes = {};
  const ints given = g.attributes_as<reduction_attributes>(at).axes;
  for (int axis = 0; axis < g[input].type.rank(); ++axis)
    if (given.contains(axis) || given.contains(axis - g[input].type.rank())) axes.push_back(axis);
  return input;
}

}  // namespace litho::pass::pattern
