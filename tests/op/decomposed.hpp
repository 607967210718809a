// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "values.hpp"

/// What an op's `decompose` writes, each node evaluated as it is written. It stands in for room ir, which tests of ops do not
/// need: the graph that the emitter hands around is this recorder in disguise, and only the recorder looks at it.
namespace litho::test {

struct recorder {
  vec<tensor> nodes;

  emitter emit() {
    return {
        reinterpret_cast<ir::graph&>(*this),
        [](ir::graph& to, const op_info& info, std::span<const int> inputs, std::span<const std::int64_t> attributes) {
          vec<tensor>& all = reinterpret_cast<recorder&>(to).nodes;
          vec<const tensor*> x;
          vec<tensor_type> types;
          for (int input : inputs) {
            x.push_back(&all[static_cast<std::size_t>(input)]);
            types.push_back(x.back()->type);
          }
          const inferred type = info.infer(std::span<const tensor_type>(types.data(), types.size()), attributes);
          tensor out{type.type, {}, type.error};
          if (out.ok()) info.eval(std::span<const tensor* const>(x.data(), x.size()), attributes, out);
          all.push_back(std::move(out));
          return static_cast<int>(all.size()) - 1;
        },
        [](ir::graph& to, const tensor& value) {
          vec<tensor>& all = reinterpret_cast<recorder&>(to).nodes;
          all.push_back(value);
          return static_cast<int>(all.size()) - 1;
        },
        [](const ir::graph& of, int node) -> const tensor_type& {
          return reinterpret_cast<const recorder&>(of).nodes[static_cast<std::size_t>(node)].type;
        }};
  }
};

/// The value of op<Name> of x by its decomposition; a fault where it has none.
template <name_t Name, class... Tensors>
tensor decomposed(const attributes_of<Name>& attributes, const Tensors&... x) {
  recorder written;
  vec<int> inputs;
  for (const tensor* each : {&x...}) {
    inputs.push_back(static_cast<int>(written.nodes.size()));
    written.nodes.push_back(*each);
  }
  const attribute_values values = packed(attributes);
  const int result =
      info_of<Name>.decompose(written.emit(), std::span<const int>(inputs.data(), inputs.size()), values.view());
  if (result < 0) return {{}, {}, fault{"not decomposed"}};
  return written.nodes[static_cast<std::size_t>(result)];
}

}  // namespace litho::test
