// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "ir/print.hpp"
#include "network.hpp"
#include "plan/print.hpp"

namespace litho {

namespace detail {

/// The lowered graph as constants, from which run-time tools start the very same passes.
template <int Nodes, int Links, int Numbers, int Constants, int Values, int Outputs>
struct frozen_graph {
  ir::node nodes[Nodes + 1]{};
  int links[Links + 1]{};
  std::int64_t numbers[Numbers + 1]{};
  tensor_type constant_types[Constants + 1]{};
  number values[Values + 1]{};
  ir::output outputs[Outputs + 1]{};

  ir::graph thaw() const {
    ir::graph g;
    g.nodes.append({nodes, Nodes});
    g.links.append({links, Links});
    g.numbers.append({numbers, Numbers});
    g.outputs.append({outputs, Outputs});
    std::size_t at = 0;
    for (int i = 0; i < Constants; ++i) {
      const auto count = static_cast<std::size_t>(constant_types[i].elements());
      g.constants.push_back({constant_types[i], vec<number>(std::span<const number>(values + at, count)), {}});
      at += count;
    }
    return g;
  }
};

template <class Net>
consteval std::array<int, 6> lowered_sizes() {
  const ir::graph g = lowered<Net>();
  std::size_t values = 0;
  for (const tensor& each : g.constants) values += each.values.size();
  const auto count = [](std::size_t size) { return static_cast<int>(size); };
  return {count(g.nodes.size()),     count(g.links.size()), count(g.numbers.size()),
          count(g.constants.size()), count(values),         count(g.outputs.size())};
}

template <class Net>
consteval auto freeze_lowered() {
  constexpr std::array<int, 6> sizes = lowered_sizes<Net>();
  frozen_graph<sizes[0], sizes[1], sizes[2], sizes[3], sizes[4], sizes[5]> result;
  const ir::graph g = lowered<Net>();
  for (std::size_t i = 0; i < g.nodes.size(); ++i) result.nodes[i] = g.nodes[i];
  for (std::size_t i = 0; i < g.links.size(); ++i) result.links[i] = g.links[i];
  for (std::size_t i = 0; i < g.numbers.size(); ++i) result.numbers[i] = g.numbers[i];
  for (std::size_t i = 0; i < g.outputs.size(); ++i) result.outputs[i] = g.outputs[i];
  std::size_t at = 0;
  for (std::size_t i = 0; i < g.constants.size(); ++i) {
    result.constant_types[i] = g.constants[i].type;
    for (const number& value : g.constants[i].values) result.values[at++] = value;
  }
  return result;
}

template <class Net>
inline constexpr auto lowered_graph = freeze_lowered<Net>();

/// Tells a sink of every stage: sink(file name, text).
template <class Sink>
struct dump_observer {
  Sink& sink;
  int number = 1;
  text_builder last{};

  void skipped(const char* pass) { stage(pass, "(off)\n"); }
  void ran(const char* pass, const ir::graph& g) {
    text_builder text = ir::print(g);
    stage(pass, text.view() == last.view() ? std::string_view("(unchanged)\n") : text.view());
    last = std::move(text);
  }
  void ran(const char* pass, const plan::plan& p) {
    text_builder text = plan::print(p);
    text << plan::print_memory(p).view();
    stage(pass, text.view() == last.view() ? std::string_view("(unchanged)\n") : text.view());
    last = std::move(text);
  }
  void broken(const plan::plan& p, const plan::violation& found) {
    text_builder text = plan::explain(p, found);
    stage("broken", (text << '\n').view());
  }
  void stage(const char* pass, std::string_view text) {
    text_builder name;
    name << "ir_" << (number < 10 ? "0" : "") << number << '_' << pass << ".txt";
    ++number;
    sink(name.view(), text);
  }
};

}  // namespace detail

/// The graph as the user wrote it, as a run-time value.
template <class Net>
ir::graph graph_of() {
  return detail::lowered_graph<Net>.thaw();
}

/// Runs the passes of `Net` at run time on a graph and tells sink(file name, text) of each stage: ir_00_lowered.txt,
/// ir_01_simplify.txt ..., "(unchanged)" where nothing changed, "(off)" where a switch is off. Returns the plan.
template <class Net, class Sink>
  requires std::invocable<Sink&, std::string_view, std::string_view>
plan::plan dump(Sink&& sink) {
  using passes = detail::passes_of<Net>;
  ir::graph g = graph_of<Net>();
  detail::dump_observer<std::remove_reference_t<Sink>> observer{sink};
  observer.last = ir::print(g);
  sink(std::string_view("ir_00_lowered.txt"), observer.last.view());
  return pass::compile<typename passes::graph, typename passes::plan>(std::move(g), detail::context_of<Net>(),
                                                                      observer);
}

/// The same as text on a stream.
template <class Net, class Stream>
  requires requires(Stream& stream) { stream << std::string_view(); }
plan::plan dump(Stream& stream) {
  return dump<Net>([&stream](std::string_view name, std::string_view text) {
    stream << "== " << name << '\n' << text;
  });
}

}  // namespace litho
