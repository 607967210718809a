// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <source_location>

#include "activations.hpp"
#include "attention.hpp"
#include "batches.hpp"
#include "broadcast.hpp"
#include "casts.hpp"
#include "chain.hpp"
#include "channel_joins.hpp"
#include "classifier.hpp"
#include "constants.hpp"
#include "conv_bn_relu.hpp"
#include "doubles.hpp"
#include "gelu_parts.hpp"
#include "given_weights.hpp"
#include "grouped.hpp"
#include "mixed.hpp"
#include "movements.hpp"
#include "norm_parts.hpp"
#include "norm_two_axes.hpp"
#include "ordered.hpp"
#include "passed_through.hpp"
#include "perceptron.hpp"
#include "pools.hpp"
#include "reductions.hpp"
#include "residual.hpp"
#include "separable.hpp"
#include "several.hpp"
#include "shared.hpp"
#include "signal.hpp"
#include "single_number.hpp"
#include "softmax_middle.hpp"
#include "softmax_parts.hpp"
#include "softmax_rows.hpp"
#include "strided.hpp"

/// Small graphs that tests, benchmarks and documentation share, each for one thing that a graph engine can get wrong. Sizes are odd
/// so that every loop has a tail.
namespace graphs {

template <class... Graphs>
struct list {};

using all = list<activations, attention, batches, broadcast, casts, chain, channel_joins, classifier, constants,
                 conv_bn_relu, doubles, gelu_parts, given_weights, grouped, halves, mixed, mixed_long, movements,
                 norm_parts, norm_two_axes, ordered, passed_through, perceptron, pools, reductions, residual, separable,
                 several, shared, signal, single_number, softmax_middle, softmax_parts, softmax_rows, strided>;

/// Calls visit.template operator()<Graph>() for each graph.
template <class... Graphs, class Visit>
void for_each(list<Graphs...>, Visit&& visit) {
  (visit.template operator()<Graphs>(), ...);
}

/// "chain" for graphs::chain: names of files and of messages.
template <class Graph>
consteval std::string_view name_of() {
  std::string_view function = std::source_location::current().function_name();
  function.remove_prefix(function.find("Graph = ") + 8);
  function = function.substr(0, function.find_first_of(";]"));
  return function.substr(function.rfind(':') + 1);
}
static_assert(name_of<chain>() == "chain");

}  // namespace graphs
