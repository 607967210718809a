// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <catch.hpp>

#include "memory.hpp"

/// Compiled networks against the reference: `graphs::check<graphs::chain, litho::O0, litho::O3>()`.
namespace graphs {

namespace detail {

template <class Ports>
std::vector<user_memory> random_buffers(const Ports& ports, unsigned seed) {
  std::vector<user_memory> result;
  result.reserve(ports.size());
  for (const auto& port : ports) result.emplace_back(random_values(port.name, port.type, seed));
  return result;
}

}  // namespace detail

/// Loads random parameters and runs twice on random inputs. Nothing may be read that was not written before: memory begins as
/// NaN, and the parameters' own is NaN again after load. Nothing may be written but arena, weights and outputs.
template <class Net>
void check_network(double tolerance, const auto& expected_of) {
  guarded arena(std::max(Net::arena_bytes(), Net::load_arena_bytes()), 0);
  guarded weights(Net::weight_bytes(), 0);
  litho::executor<Net> net(arena.bytes(), weights.bytes());

  std::vector<user_memory> parameters = detail::random_buffers(Net::parameter_ports(), 1);
  std::vector<litho::parameter_view> views;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    views.push_back(
        {Net::parameter_ports()[i].name, Net::parameter_ports()[i].type, parameters[i].memory().bytes().data()});
  REQUIRE(net.load(views).text().view() == "litho: ok");
  for (user_memory& each : parameters) each.memory().fill();

  for (unsigned seed : {1U, 2U}) {
    std::vector<user_memory> inputs = detail::random_buffers(Net::input_ports(), seed);
    std::vector<user_memory> outputs;
    for (const auto& port : Net::output_ports()) outputs.emplace_back(port.type);
    arena.fill();
    const litho::status status = run(net, inputs, outputs);
    REQUIRE(status.text().view() == "litho: ok");
    const litho::vec<litho::tensor> expected = expected_of(seed);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      CAPTURE(seed, Net::output_ports()[i].name);
      CHECK(distance(outputs[i].values(), expected[i]) <= tolerance);
      CHECK(outputs[i].memory().intact());
    }
    for (user_memory& each : inputs) CHECK(each.memory().intact());
  }
  CHECK(arena.intact());
  CHECK(weights.intact());
}

/// `Graph` at each of the options against the reference evaluation of the graph as it was written. The error is relative to the
/// largest magnitude of the output.
template <class Graph, litho::options... Options>
void check(double tolerance = 1e-5) {
  const litho::ir::graph written = litho::graph_of<Graph>();
  const auto expected_of = [&](unsigned seed) {
    std::vector<litho::ir::named_tensor> sources;
    for (const litho::ir::node& node : written.nodes)  // parameters are loaded once, for both runs
      if (!node.name.empty())
        sources.push_back(
            {node.name, random_values(node.name, node.type, node.op == &litho::info_of<"param"> ? 1 : seed)});
    return litho::ir::evaluate(written, std::span<const litho::ir::named_tensor>(sources));
  };
  (check_network<litho::with_options<Graph, Options>>(tolerance, expected_of), ...);
}

}  // namespace graphs
