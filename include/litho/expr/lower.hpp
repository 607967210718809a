// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/hana/tuple.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "expression.hpp"

namespace litho {

namespace detail {

/// Appends the nodes of recipes to a graph, each once, inputs before users.
class lowering {
 public:
  ir::graph graph;
  const recipe* clash = nullptr;  ///< a source whose name another source with another type had first

  constexpr lowering() : slots_(256) {}

  constexpr int node_of(const recipe& wanted) {
    vec<const recipe*> open{&wanted};
    while (!open.empty()) {
      const recipe& next = *open.back();
      if (has(next)) {
        open.pop_back();
        continue;
      }
      const std::size_t before = open.size();
      for (int i = next.input_count - 1; i >= 0; --i)
        if (!has(*next.inputs[i])) open.push_back(next.inputs[i]);
      for (int i = next.before_count - 1; i >= 0; --i)
        if (!has(*next.before[i])) open.push_back(next.before[i]);
      if (open.size() > before) continue;
      open.pop_back();
      remember(next.hash, append(next));
    }
    return find(wanted.hash);
  }

  constexpr message explain_clash() const {
    if (clash == nullptr) return {};
    text_builder text;
    text << "litho::" << clash->op->view() << ": \"" << clash->name
         << "\" has two types: " << graph[find(clash->hash)].type << " and " << clash->type;
    return message(text.view());
  }

 private:
  struct slot {
    std::uint64_t hash = 0;
    int node = -1;
  };

  constexpr int append(const recipe& made) {
    if (made.op->kind == category::source && made.attributes == nullptr) return append_source(made);
    int inputs[64]{};
    for (int i = 0; i < made.input_count; ++i) inputs[i] = find(made.inputs[i]->hash);
    const int node =
        graph.append(*made.op, made.type, std::span<const int>(inputs, static_cast<std::size_t>(made.input_count)),
                     made.attributes->view());
    if (made.before_count > 0) {
      vec<int> controls;
      for (int i = 0; i < made.before_count; ++i) controls.push_back(find(made.before[i]->hash));
      graph.add_controls(node, std::span<const int>(controls.data(), controls.size()));
    }
    return node;
  }
  constexpr int append_source(const recipe& made) {
    if (made.constant != nullptr) return graph.append_constant(made.constant());
    return graph.append_source(*made.op, made.type, made.name);
  }

  constexpr bool has(const recipe& wanted) {
    const int at = find(wanted.hash);
    if (at >= 0 && wanted.op->kind == category::source && !(graph[at].type == wanted.type)) clash = &wanted;
    return at >= 0;
  }
  constexpr int find(std::uint64_t hash) const {
    for (std::size_t at = static_cast<std::size_t>(hash) & mask();; at = (at + 1) & mask()) {
      if (slots_[at].node < 0) return -1;
      if (slots_[at].hash == hash) return slots_[at].node;
    }
  }
  constexpr void remember(std::uint64_t hash, int node) {
    if (2 * ++used_ > slots_.size()) {
      vec<slot> old = std::move(slots_);
      slots_ = vec<slot>(2 * old.size());
      for (const slot& each : old)
        if (each.node >= 0) insert(each);
    }
    insert({hash, node});
  }
  constexpr std::size_t mask() const { return slots_.size() - 1; }
  constexpr void insert(slot added) {
    std::size_t at = static_cast<std::size_t>(added.hash) & mask();
    while (slots_[at].node >= 0) at = (at + 1) & mask();
    slots_[at] = added;
  }

  vec<slot> slots_;
  std::size_t used_ = 0;
};

}  // namespace detail

/// A named output: `return litho::outputs(litho::output<"scores">(y), litho::output<"features">(h));`
template <name_t Name, tensor_expr X>
struct output_ : X {
  static constexpr name_t output_name = Name;
};

template <name_t Name, tensor_expr X>
consteval auto output(X) {
  return output_<Name, X>{};
}

/// Several outputs, in the order in which `run` takes them.
template <tensor_expr... X>
consteval auto outputs(X... x) {
  return boost::hana::tuple<X...>{x...};
}

/// Inputs in the order in which `run` takes them, where it shall not be the order of first use.
template <tensor_expr... X>
consteval auto inputs(X... x) {
  return boost::hana::tuple<X...>{x...};
}

namespace detail {

template <class Inputs, class Outputs>
struct model_;
template <class... Inputs, class... Outputs>
struct model_<boost::hana::tuple<Inputs...>, boost::hana::tuple<Outputs...>> {
  static constexpr bool valid = (Outputs::valid && ...);
};

template <class Result>
struct model_of {
  static_assert(
      tensor_expr<Result>,
      "litho::network: graph() must return an expression, litho::outputs(...) or litho::model(inputs, outputs)");
  using type = model_<boost::hana::tuple<>, boost::hana::tuple<>>;
};
template <tensor_expr Result>
struct model_of<Result> {
  using type = model_<boost::hana::tuple<>, boost::hana::tuple<Result>>;
};
template <class... Outputs>
struct model_of<boost::hana::tuple<Outputs...>> {
  using type = model_<boost::hana::tuple<>, boost::hana::tuple<Outputs...>>;
};
template <class Inputs, class Outputs>
struct model_of<model_<Inputs, Outputs>> {
  using type = model_<Inputs, Outputs>;
};

/// The name of an output_, else none. Not asked with `requires { X::output_name; }`: clang keeps the text of the failure, and writing a
/// shared expression's type out takes exponential time.
template <class X>
inline constexpr name_t given_name{};
template <name_t Name, class X>
inline constexpr name_t given_name<output_<Name, X>> = Name;

template <int Position>
inline constexpr name_t numbered_output = [] {
  text_builder text;
  text << "output" << Position;
  return name_t(text.view());
}();

template <class X, int Position, int Count>
consteval std::string_view output_name() {
  if constexpr (!given_name<X>.view().empty())
    return given_name<X>.view();
  else if constexpr (Count == 1)
    return "output";
  else
    return numbered_output<Position>.view();
}

template <class... Inputs, class... Outputs>
consteval lowering lower_model(model_<boost::hana::tuple<Inputs...>, boost::hana::tuple<Outputs...>>) {
  lowering into;
  (into.node_of(Inputs::node), ...);
  [&into]<int... I>(std::integer_sequence<int, I...>) {
    (into.graph.outputs.push_back({into.node_of(Outputs::node), output_name<Outputs, I, sizeof...(I)>()}), ...);
  }(std::make_integer_sequence<int, sizeof...(Outputs)>());
  return into;
}

}  // namespace detail

/// Outputs and the order of the inputs: `return litho::model(litho::inputs(a, b), litho::outputs(y));`
template <class Inputs, class Outputs>
consteval auto model(Inputs, Outputs) {
  return detail::model_<Inputs, Outputs>{};
}

/// The graph of what a network's graph() returns: from here on there are values and loops, no types. Empty where there is a fault:
/// in an expression, which the compiler reports, or else `lowering_fault`.
template <class Result>
consteval ir::graph lower() {
  using model = typename detail::model_of<Result>::type;
  if constexpr (model::valid) {
    detail::lowering made = detail::lower_model(model{});
    if (made.clash == nullptr) return std::move(made.graph);
  }
  return {};
}

template <class Result>
consteval message lowering_fault() {
  using model = typename detail::model_of<Result>::type;
  if constexpr (model::valid)
    return detail::lower_model(model{}).explain_clash();
  else
    return {};
}

}  // namespace litho
