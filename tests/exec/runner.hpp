// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <graphs/check.hpp>

namespace graphs {

/// A network with its memory, random parameters and inputs.
template <class Net>
class runner {
 public:
  runner() {
    std::vector<user_memory> parameters = detail::random_buffers(Net::parameter_ports(), 1);
    std::vector<litho::parameter_view> views;
    for (std::size_t i = 0; i < parameters.size(); ++i)
      views.push_back(
          {Net::parameter_ports()[i].name, Net::parameter_ports()[i].type, parameters[i].memory().bytes().data()});
    REQUIRE(net_.load(views).ok());
    for (const auto& port : Net::output_ports()) outputs_.emplace_back(port.type);
  }

  /// The bytes of all outputs, which are NaN before.
  std::vector<std::byte> run() {
    return with_buffers([&](auto... buffers) { return net_.run(buffers...); });
  }
  template <class Crew>
  std::vector<std::byte> run_on(Crew& crew) {
    return with_buffers([&](auto... buffers) { return net_.run_on(crew, buffers...); });
  }
  bool intact() {
    bool whole = arena_.intact() && weights_.intact();
    for (user_memory& each : outputs_) whole = whole && each.memory().intact();
    return whole;
  }

 private:
  template <class Run>
  std::vector<std::byte> with_buffers(const Run& run) {
    return with_buffers(run, std::make_index_sequence<Net::input_ports().size()>{},
                        std::make_index_sequence<Net::output_ports().size()>{});
  }
  template <class Run, std::size_t... I, std::size_t... O>
  std::vector<std::byte> with_buffers(const Run& run, std::index_sequence<I...>, std::index_sequence<O...>) {
    arena_.fill();
    for (user_memory& each : outputs_) each.memory().fill();
    const litho::status status = run(inputs_[I].template as<detail::input_element<Net, I>>()...,
                                     outputs_[O].template as<detail::output_element<Net, O>>()...);
    REQUIRE(status.text().view() == "litho: ok");
    std::vector<std::byte> result;
    for (user_memory& each : outputs_)
      result.insert(result.end(), each.memory().bytes().begin(), each.memory().bytes().end());
    return result;
  }

  guarded arena_{std::max(Net::arena_bytes(), Net::load_arena_bytes()), 0};
  guarded weights_{Net::weight_bytes(), 0};
  litho::executor<Net> net_{arena_.bytes(), weights_.bytes()};
  std::vector<user_memory> inputs_ = detail::random_buffers(Net::input_ports(), 1);
  std::vector<user_memory> outputs_;
};

}  // namespace graphs
