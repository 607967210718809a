// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "exec/frozen.hpp"
#include "exec/sharing.hpp"
#include "expr/lower.hpp"
#include "npu/device.hpp"
#include "pass/pipeline.hpp"

/// What a network's description becomes: its plan and ports as constants of the program.
namespace litho {

namespace exec {
struct memory;
}

/// The kernels Part, Part + parts, ... of a network with a member `parts`: defined by part.hpp, in a source file for
/// each.
template <class Net, int Part>
struct part {
  static void launch(int which, const exec::memory& in, int worker);
};

namespace detail {

template <class Net>
consteval options options_of() {
  if constexpr (requires { Net::options; })
    return Net::options;
  else
    return O3;
}
template <class Net>
consteval device target_of() {
  if constexpr (requires { Net::target; })
    return Net::target;
  else
    return npu::default_device;
}
template <class Net>
struct graph_passes_of {
  using type = pass::graph_passes;
};
template <class Net>
  requires requires { typename Net::graph_passes; }
struct graph_passes_of<Net> {
  using type = typename Net::graph_passes;
};
template <class Net>
struct plan_passes_of {
  static constexpr bool shared = options_of<Net>().workers > 1;
  static constexpr bool streamed = options_of<Net>().streams > 1;
  static_assert(!shared || !streamed,
                "litho: options.workers shares kernels among threads, options.streams lets branches run side by side: "
                "a plan does one of the two");
  using type = std::conditional_t<shared, pass::shared_plan_passes,
                                  std::conditional_t<streamed, pass::streamed_plan_passes, pass::plan_passes>>;
};
template <class Net>
  requires requires { typename Net::plan_passes; }
struct plan_passes_of<Net> {
  using type = typename Net::plan_passes;
};
template <class Net>
struct passes_of {
  using graph = typename graph_passes_of<Net>::type;
  using plan = typename plan_passes_of<Net>::type;
};
template <class Net>
consteval pass::context context_of() {
  return {options_of<Net>(), target_of<Net>(), &exec::workspace_bytes, &exec::busiest_share};
}

template <class Net>
consteval ir::graph lowered() {
  return lower<decltype(Net::graph())>();
}

/// Keeps why a plan is none.
struct broken_plan : pass::detail::silent {
  message why{};
  constexpr void broken(const plan::plan& p, const plan::violation& found) {
    text_builder text;
    text << "litho: " << plan::explain(p, found).view();
    why = message(text.view());
  }
};

template <class Net>
consteval plan::plan compiled(broken_plan& observer) {
  using passes = passes_of<Net>;
  ir::graph graph = lowered<Net>();
  if (graph.outputs.empty()) return {};  // there is a fault, and it alone is to be reported
  return pass::compile<typename passes::graph, typename passes::plan>(std::move(graph), context_of<Net>(), observer);
}
template <class Net>
consteval plan::plan compiled() {
  broken_plan observer;
  return compiled<Net>(observer);
}

/// Why there is no plan, unless an expression says so itself.
template <class Net, bool Compiled>
consteval message fault_of() {
  if constexpr (Compiled) {
    return {};
  } else {
    const message of_graph = lowering_fault<decltype(Net::graph())>();
    if (!of_graph.empty()) return of_graph;
    broken_plan observer;
    compiled<Net>(observer);
    return observer.why;
  }
}

template <exec::frozen_sizes Sizes>
struct frozen_parts {
  exec::frozen_plan<Sizes> plan;
  exec::frozen_constants<Sizes> constants;
  exec::frozen_sizes used{};
};

/// The plan in arrays of a guessed size. It is all that the compiler evaluates of a network as a rule: a plan is a
/// constant only in arrays of its own size, which is known when it is made, and making it twice would double the time
/// to compile.
template <class Net>
struct roomy {
  static consteval exec::frozen_sizes make_sizes() { return exec::room_for(lowered<Net>(), options_of<Net>().streams); }
  static constexpr exec::frozen_sizes sizes = make_sizes();
  static consteval frozen_parts<sizes> make_parts() {
    const plan::plan made = compiled<Net>();
    const exec::frozen_sizes used = exec::sizes_of(made);
    const plan::plan none;
    const plan::plan& fitting = exec::fits(used, sizes) ? made : none;
    return {exec::freeze<sizes>(fitting), exec::freeze_constants<sizes>(fitting), used};
  }
  static constexpr frozen_parts<sizes> all = make_parts();
};

template <class Net>
consteval int parts_of() {
  if constexpr (requires { Net::parts; })
    return Net::parts;
  else
    return 0;
}

/// The plan of a network as constants. All run-time symbols are keyed on Net.
template <class Net>
struct frozen {
  static constexpr int parts = parts_of<Net>();
  template <int Part>
  using part = litho::part<Net, Part>;
  static constexpr exec::frozen_sizes sizes = roomy<Net>::all.used;
  static_assert(require<fault_of<Net, (sizes.nodes > 0)>().empty(), fault_of<Net, (sizes.nodes > 0)>()>::value);
  static consteval frozen_parts<sizes> make_parts() {
    if constexpr (exec::fits(sizes, roomy<Net>::sizes)) {
      return {exec::cut<sizes>(roomy<Net>::all.plan), exec::cut<sizes>(roomy<Net>::all.constants), sizes};
    } else {
      const plan::plan made = compiled<Net>();
      return {exec::freeze<sizes>(made), exec::freeze_constants<sizes>(made), sizes};
    }
  }
  static constexpr frozen_parts<sizes> all = make_parts();
  static constexpr const exec::frozen_plan<sizes>& plan = all.plan;
  // An object of its own, since it alone is part of the program.
  static constexpr exec::frozen_constants<sizes> constants = all.constants;
};

/// An input, output or parameter of a network: what a user gives.
struct port {
  std::string_view name;
  tensor_type type;
};

/// Ports in order, and a hash of everything the weight image depends on.
template <class Net>
struct ports {
  static constexpr auto& plan = frozen<Net>::plan;

  static constexpr int count(plan::place where) {
    int found = 0;
    for (const plan::buffer& b : plan.buffers)
      if (b.where == where && is_port(b)) ++found;
    return found;
  }
  static constexpr bool is_port(const plan::buffer& b) {
    return b.node >= 0 &&
           (b.where == plan::place::input || b.where == plan::place::output || b.where == plan::place::parameter);
  }
  static constexpr int inputs = count(plan::place::input);
  static constexpr int outputs = count(plan::place::output);
  static constexpr int parameters = count(plan::place::parameter);

  template <int Count>
  static constexpr auto list(plan::place where) {
    std::array<port, Count> result{};
    for (const plan::buffer& b : plan.buffers) {
      if (b.where != where || !is_port(b)) continue;
      // The buffer of an output may have been made for what the output is a view of.
      const int node = where == plan::place::output ? plan.graph_outputs[b.index].node : b.node;
      const std::string_view name =
          where == plan::place::output ? plan.graph_outputs[b.index].name : plan.nodes[node].name;
      result[static_cast<std::size_t>(b.index)] = {name, plan.nodes[node].type};
    }
    return result;
  }
  static constexpr auto input_list = list<inputs>(plan::place::input);
  static constexpr auto output_list = list<outputs>(plan::place::output);
  static constexpr auto parameter_list = list<parameters>(plan::place::parameter);

  static constexpr std::uint64_t image_signature = [] {
    fnv1a hash;
    for (const port& each : parameter_list) hash << each.name << static_cast<std::uint64_t>(each.type.elements());
    for (const plan::buffer& b : plan.buffers)
      if (b.where == plan::place::weights)
        hash << static_cast<std::uint64_t>(b.offset) << static_cast<std::uint64_t>(b.bytes)
             << static_cast<std::uint64_t>(plan.nodes[b.node].type.layout)
             << static_cast<std::uint64_t>(plan.nodes[b.node].type.lanes);
    for (const plan::kernel& k : plan.kernels)
      if (k.when == binding::load && k.root >= 0) hash << plan.nodes[k.root].op->view();
    return hash.value;
  }();
};

}  // namespace detail

}  // namespace litho
