// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "graph.hpp"

namespace litho::ir {

/// A value for an input or parameter.
struct named_tensor {
  std::string_view name;
  tensor value;
};

/// Evaluates a graph node by node with each op's `eval`: the oracle of all tests. Returns the outputs in order; an output
/// whose source is missing or has another type carries a fault.
constexpr vec<tensor> evaluate(const graph& of, std::span<const named_tensor> sources) {
  const auto count = static_cast<std::size_t>(of.size());
  vec<tensor> values(count);
  vec<int> uses = use_counts(of);
  for (int at = 0; at < of.size(); ++at) {
    const node& each = of[at];
    tensor& value = values[static_cast<std::size_t>(at)];
    value.type = each.type.plain();
    if (const tensor* known = of.constant(at)) {
      value.values = known->values;
      continue;
    }
    if (each.op->kind == category::source) {
      value.error = fault{"no value was given for {left}", each.type};
      for (const named_tensor& source : sources) {
        if (source.name != each.name) continue;
        const auto given = static_cast<std::int64_t>(source.value.values.size());
        if (!(source.value.type == each.type))
          value.error = fault{"expects {left}, was given {right}", each.type, source.value.type};
        else if (source.value.ok() && given != each.type.elements())
          value.error = fault{"expects {a} values, was given {b}", each.type, {}, each.type.elements(), given};
        else
          value = source.value;
      }
      continue;
    }
    vec<const tensor*> inputs;
    for (int input : of.inputs(at)) {
      inputs.push_back(&values[static_cast<std::size_t>(input)]);
      if (!inputs.back()->ok()) value.error = inputs.back()->error;
    }
    if (value.ok())
      each.op->eval(std::span<const tensor* const>(inputs.data(), inputs.size()), of.attributes(at), value);
    for (int input : of.inputs(at))
      if (--uses[static_cast<std::size_t>(input)] == 0) values[static_cast<std::size_t>(input)].values = {};
  }
  vec<tensor> outputs;
  for (const output& out : of.outputs) outputs.push_back(values[static_cast<std::size_t>(out.node)]);
  return outputs;
}

}  // namespace litho::ir
