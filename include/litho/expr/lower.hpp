// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/hana/tuple.hpp>

#include "expression.hpp"

namespace litho {

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
  static constexpr bool litho_model = true;
};

template <class Result>
struct model_of {
  static_assert(tensor_expr<Result>,
                "litho::network: graph() must return an expression, litho::outputs(...) or litho::model(inputs, outputs)");
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

template <class X>
consteval void lower_output(lowering& into, int position, int count) {
  constexpr std::string_view numbered[] = {"output0", "output1", "output2", "output3", "output4", "output5",
                                                  "output6", "output7", "output8", "output9"};
  std::string_view name = count == 1 ? "output" : numbered[position % 10];
  if constexpr (requires { X::output_name; }) name = X::output_name.view();
  into.graph.outputs.push_back({node_of<X>(into), name});
}

template <class... Inputs, class... Outputs>
consteval ir::graph lower_model(model_<boost::hana::tuple<Inputs...>, boost::hana::tuple<Outputs...>>) {
  lowering into;
  (node_of<Inputs>(into), ...);
  int position = 0;
  (lower_output<Outputs>(into, position++, sizeof...(Outputs)), ...);
  return std::move(into.graph);
}

}  // namespace detail

/// Outputs and the order of the inputs: `return litho::model(litho::inputs(a, b), litho::outputs(y));`
template <class Inputs, class Outputs>
consteval auto model(Inputs, Outputs) {
  return detail::model_<Inputs, Outputs>{};
}

/// The graph of what a network's graph() returns: from here on there are values and loops, no types.
template <class Result>
consteval ir::graph lower() {
  return detail::lower_model(typename detail::model_of<Result>::type{});
}

}  // namespace litho
