// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <catch.hpp>
#include <cstring>
#include <litho.hpp>

#include "values.hpp"

/// Compiled networks against the reference: `graphs::check<graphs::chain, litho::O0, litho::O3>()`.
namespace graphs {

/// Memory of a fixed alignment between guards. What is not written is NaN; writing beyond it shows.
class guarded {
 public:
  guarded(std::size_t bytes, std::size_t beyond_alignment) : memory_(bytes + 4 * guard, poison) {
    std::size_t begin = guard;
    while (reinterpret_cast<std::uintptr_t>(&memory_[begin]) % guard != 0) ++begin;
    inside_ = std::span(memory_).subspan(begin + beyond_alignment, bytes);
    for (std::byte& each : memory_) each = sentinel;
    fill();
  }
  void fill() {
    for (std::byte& each : inside_) each = poison;
  }
  bool intact() const {
    for (const std::byte& each : memory_)
      if ((&each < inside_.data() || &each >= inside_.data() + inside_.size()) && each != sentinel) return false;
    return true;
  }
  std::span<std::byte> bytes() { return inside_; }

 private:
  static constexpr std::size_t guard = 64;
  static constexpr auto poison = std::byte{0xff};
  static constexpr auto sentinel = std::byte{0xa5};

  std::vector<std::byte> memory_;
  std::span<std::byte> inside_;
};

/// A user's buffer, aligned to its elements and no more.
class user_memory {
 public:
  explicit user_memory(const litho::tensor_type& type)
      : type_(type.plain()),
        memory_(static_cast<std::size_t>(type.elements() * size_of(type.element)),
                static_cast<std::size_t>(size_of(type.element))) {}
  explicit user_memory(const litho::tensor& values) : user_memory(values.type) {
    litho::with_element(type_.element, [&]<class T>() {
      const std::span<T> to = as<T>();
      for (std::size_t i = 0; i < to.size(); ++i) to[i] = litho::stored<T>(values.values[i]);
    });
  }
  template <class T>
  std::span<T> as() {
    return {reinterpret_cast<T*>(memory_.bytes().data()), static_cast<std::size_t>(type_.elements())};
  }
  litho::tensor values() {
    litho::tensor result{type_, {}, {}};
    litho::with_element(type_.element, [&]<class T>() {
      for (const T& each : as<T>()) result.values.push_back(litho::number_of(each));
    });
    return result;
  }
  guarded& memory() { return memory_; }

 private:
  litho::tensor_type type_;
  guarded memory_;
};

namespace detail {

template <class Ports>
std::vector<user_memory> random_buffers(const Ports& ports, unsigned seed) {
  std::vector<user_memory> result;
  result.reserve(ports.size());
  for (const auto& port : ports) result.emplace_back(random_values(port.name, port.type, seed));
  return result;
}

template <class Net, std::size_t I>
using input_element = typename litho::element_of<Net::input_ports()[I].type.element>::type;
template <class Net, std::size_t I>
using output_element = typename litho::element_of<Net::output_ports()[I].type.element>::type;

template <class Net, std::size_t... I, std::size_t... O>
litho::status run(litho::executor<Net>& net, std::vector<user_memory>& inputs, std::vector<user_memory>& outputs,
                  std::index_sequence<I...>, std::index_sequence<O...>) {
  return net.run(inputs[I].template as<input_element<Net, I>>()...,
                 outputs[O].template as<output_element<Net, O>>()...);
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
    const litho::status status =
        detail::run(net, inputs, outputs, std::make_index_sequence<Net::input_ports().size()>{},
                    std::make_index_sequence<Net::output_ports().size()>{});
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
