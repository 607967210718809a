// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "graph.hpp"

namespace litho::ir {

/// The first law of a graph that does not hold, if any.
struct violation {
  const char* law = nullptr;
  int node = -1;
  fault error{};

  constexpr explicit operator bool() const { return law != nullptr; }
};

/// "%3 matmul: a type differs from what its op infers: ..."
constexpr text_builder explain(const graph& of, const violation& found) {
  text_builder out;
  if (found.node >= 0) out << '%' << found.node << ' ' << of[found.node].op->view() << ": ";
  out << (found.law == nullptr ? "no violation" : found.law);
  if (found.error) out << ": " << litho::explain(of[found.node].op->view(), found.error).view();
  return out;
}

namespace detail {

constexpr bool inside(range part, std::size_t pool) {
  return part.first >= 0 && part.count >= 0 &&
         static_cast<std::size_t>(part.first) + static_cast<std::size_t>(part.count) <= pool;
}

}  // namespace detail

/// Checks every law of a graph: indices in range, inputs and control edges before their user (so there is no cycle), input counts
/// of the op, types as inferred, sources named and unique, constants of the right size, outputs present.
constexpr violation verify(const graph& of) {
  for (int at = 0; at < of.size(); ++at) {
    const node& each = of[at];
    if (each.op == nullptr) return {"a node has no op", -1};
    if (!detail::inside(each.inputs, of.links.size()) || !detail::inside(each.controls, of.links.size()) ||
        !detail::inside(each.attributes, of.numbers.size()))
      return {"a range leaves its pool", at};
    if (each.inputs.count < each.op->inputs_min || each.inputs.count > each.op->inputs_max)
      return {"an op has the wrong number of inputs", at};
    vec<tensor_type> types;
    types.reserve(static_cast<std::size_t>(each.inputs.count));
    for (int input : of.inputs(at)) {
      if (input < 0 || input >= at) return {"an input does not come before its user", at};
      types.push_back(of[input].type);
    }
    for (int before : of.controls(at))
      if (before < 0 || before >= at) return {"a control edge does not come before its user", at};
    const inferred type = each.op->infer(std::span<const tensor_type>(types.data(), types.size()), of.attributes(at));
    if (!type.ok()) return {"an op refuses its inputs", at, type.error};
    if (!(type.type == each.type)) return {"a type differs from what its op infers", at};
    const bool is_constant = of.is<"constant">(at);
    if (is_constant != (each.constant >= 0)) return {"constant nodes and constant values do not match", at};
    if (is_constant) {
      if (static_cast<std::size_t>(each.constant) >= of.constants.size()) return {"a constant leaves its pool", at};
      const tensor& value = *of.constant(at);
      if (!(value.type == each.type) || value.values.size() != static_cast<std::size_t>(each.type.elements()))
        return {"a constant has the wrong size", at};
    } else if (each.op->kind == category::source && each.name.empty()) {
      return {"an input or parameter has no name", at};
    }
  }
  if (of.outputs.empty()) return {"a graph has no output", -1};
  for (const output& out : of.outputs)
    if (out.node < 0 || out.node >= of.size()) return {"an output is not a node", -1};
  vec<int> sources;
  for (int at = 0; at < of.size(); ++at) {
    if (of[at].op->kind != category::source || of[at].constant >= 0) continue;
    for (int other : sources)
      if (of[other].op == of[at].op && of[other].name == of[at].name) return {"two sources have the same name", at};
    sources.push_back(at);
  }
  return {};
}

}  // namespace litho::ir
