// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <bit>
#include <cstddef>

#include "../plan/plan.hpp"

namespace litho::exec {

/// How long the arrays of a plan are.
struct frozen_sizes {
  int nodes = 0, links = 0, numbers = 0, graph_outputs = 0;
  int kernels = 0, members = 0, operands = 0, steps = 0, phases = 0, plan_links = 0, buffers = 0, outputs = 0;
  int events = 0;
  int constant_bytes = 0;
};

/// A plan in arrays of fixed size: the form in which it can be a constant of the program.
template <frozen_sizes S>
struct frozen_plan {
  static constexpr frozen_sizes sizes = S;
  template <class T, int N>
  using array = T[N > 0 ? N : 1];

  array<ir::node, S.nodes> nodes{};
  array<int, S.links> links{};
  array<std::int64_t, S.numbers> numbers{};
  array<ir::output, S.graph_outputs> graph_outputs{};
  array<plan::kernel, S.kernels> kernels{};
  array<int, S.members> members{};
  array<plan::operand, S.operands> operands{};
  array<plan::step, S.steps> steps{};
  array<plan::phase, S.phases> phases{};
  array<int, S.plan_links> plan_links{};
  array<plan::buffer, S.buffers> buffers{};
  array<int, S.outputs> outputs{};
  array<plan::event, S.events> events{};
  plan::statistics totals{};
  device target{};
};

/// The constants of a plan as they lie in memory.
template <frozen_sizes S>
struct frozen_constants {
  alignas(64) std::byte bytes[S.constant_bytes + 1]{};
};

constexpr frozen_sizes sizes_of(const plan::plan& p) {
  const auto count = [](const auto& items) { return static_cast<int>(items.size()); };
  frozen_sizes sizes{.nodes = count(p.graph.nodes),
                     .links = count(p.graph.links),
                     .numbers = count(p.graph.numbers),
                     .graph_outputs = count(p.graph.outputs),
                     .kernels = count(p.kernels),
                     .members = count(p.members),
                     .operands = count(p.operands),
                     .steps = count(p.steps),
                     .phases = count(p.phases),
                     .plan_links = count(p.links),
                     .buffers = count(p.buffers),
                     .outputs = count(p.outputs),
                     .events = count(p.events)};
  for (const plan::buffer& b : p.buffers) {
    if (b.where != plan::place::constant) continue;
    const int end = static_cast<int>(b.offset + b.bytes);
    sizes.constant_bytes = end > sizes.constant_bytes ? end : sizes.constant_bytes;
  }
  return sizes;
}

/// Sizes that the plan of a graph hardly ever exceeds: the passes add to a graph less than it has. What they do not fit costs a
/// second evaluation, nothing else.
constexpr frozen_sizes room_for(const ir::graph& g, int streams = 1) {
  if (g.nodes.empty()) return {};  // there is a fault
  const int nodes = static_cast<int>(g.nodes.size());
  const int outputs = static_cast<int>(g.outputs.size());
  std::int64_t values = 0;
  for (const tensor& each : g.constants) values += each.type.elements();
  return {.nodes = 3 * nodes + 64,
          .links = 3 * static_cast<int>(g.links.size()) + 128,
          .numbers = 3 * static_cast<int>(g.numbers.size()) + 256,
          .graph_outputs = outputs,
          .kernels = 2 * nodes + 32,
          .members = 2 * nodes + 64,
          .operands = 4 * nodes + 128,
          .steps = 5 * nodes + 128,
          .phases = 2 * nodes + 64,
          .plan_links = 2 * nodes + 64,
          .buffers = 3 * nodes + 64,
          .outputs = outputs,
          .events = streams > 1 ? 2 * nodes : 0,
          .constant_bytes = static_cast<int>(8 * values + 128 * static_cast<std::int64_t>(g.constants.size())) + 2048};
}

constexpr bool fits(const frozen_sizes& sizes, const frozen_sizes& room) {
  return sizes.nodes <= room.nodes && sizes.links <= room.links && sizes.numbers <= room.numbers &&
         sizes.graph_outputs <= room.graph_outputs && sizes.kernels <= room.kernels && sizes.members <= room.members &&
         sizes.operands <= room.operands && sizes.steps <= room.steps && sizes.phases <= room.phases &&
         sizes.plan_links <= room.plan_links && sizes.buffers <= room.buffers && sizes.outputs <= room.outputs &&
         sizes.events <= room.events && sizes.constant_bytes <= room.constant_bytes;
}

/// The arrays may be longer than what the plan has. Elements are written one by one up to the end: GCC 12 takes an array of which a
/// stretch is as it was initialised for no constant once there is an error anywhere in the file, and would report that too.
template <frozen_sizes S>
constexpr frozen_plan<S> freeze(const plan::plan& p) {
  frozen_plan<S> result;
  const auto copy = []<class T, std::size_t N>(const auto& from, T(&to)[N]) {
    std::size_t i = 0;
    for (; i < from.size(); ++i) to[i] = from[i];
    for (const T rest{}; i < N; ++i) to[i] = rest;
  };
  copy(p.graph.nodes, result.nodes);
  copy(p.graph.links, result.links);
  copy(p.graph.numbers, result.numbers);
  copy(p.graph.outputs, result.graph_outputs);
  copy(p.kernels, result.kernels);
  copy(p.members, result.members);
  copy(p.operands, result.operands);
  copy(p.steps, result.steps);
  copy(p.phases, result.phases);
  copy(p.links, result.plan_links);
  copy(p.buffers, result.buffers);
  copy(p.outputs, result.outputs);
  copy(p.events, result.events);
  result.totals = p.totals;
  result.target = p.target;
  return result;
}

/// The first S of each array.
template <frozen_sizes S, frozen_sizes Room>
constexpr frozen_plan<S> cut(const frozen_plan<Room>& from) {
  frozen_plan<S> result;
  const auto copy = [](const auto& begin, auto& to, int count) {
    for (int i = 0; i < count; ++i) to[i] = begin[i];
  };
  copy(from.nodes, result.nodes, S.nodes);
  copy(from.links, result.links, S.links);
  copy(from.numbers, result.numbers, S.numbers);
  copy(from.graph_outputs, result.graph_outputs, S.graph_outputs);
  copy(from.kernels, result.kernels, S.kernels);
  copy(from.members, result.members, S.members);
  copy(from.operands, result.operands, S.operands);
  copy(from.steps, result.steps, S.steps);
  copy(from.phases, result.phases, S.phases);
  copy(from.plan_links, result.plan_links, S.plan_links);
  copy(from.buffers, result.buffers, S.buffers);
  copy(from.outputs, result.outputs, S.outputs);
  copy(from.events, result.events, S.events);
  result.totals = from.totals;
  result.target = from.target;
  return result;
}
template <frozen_sizes S, frozen_sizes Room>
constexpr frozen_constants<S> cut(const frozen_constants<Room>& from) {
  frozen_constants<S> result;
  for (int i = 0; i < S.constant_bytes; ++i) result.bytes[i] = from.bytes[i];
  return result;
}

template <frozen_sizes S>
constexpr frozen_constants<S> freeze_constants(const plan::plan& p) {
  frozen_constants<S> result;
  for (std::byte& each : result.bytes) each = std::byte{};
  for (const plan::buffer& b : p.buffers) {
    if (b.where != plan::place::constant) continue;
    const tensor& value = p.graph.constants[static_cast<std::size_t>(b.index)];
    with_element(value.type.element, [&]<class T>() {
      for (std::size_t i = 0; i < value.values.size(); ++i) {
        const auto element = std::bit_cast<std::array<std::byte, sizeof(T)>>(stored<T>(value.values[i]));
        for (std::size_t part = 0; part < sizeof(T); ++part)
          result.bytes[static_cast<std::size_t>(b.offset) + i * sizeof(T) + part] = element[part];
      }
    });
  }
  return result;
}

}  // namespace litho::exec
