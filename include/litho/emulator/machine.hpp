// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "cube.hpp"
#include "moves.hpp"
#include "vector.hpp"

namespace litho::emulator {

/// Carries out a task list on emulated memories, block after block and task by task, and checks each access. What it
/// notes does not depend on the order in which it goes: a race is two tasks that nothing orders.
class machine {
 public:
  machine(const plan::plan& p, const task::list& tasks) : memory_(p, tasks) {}

  /// Loads the weights on the host and runs once. Sources by name: inputs and parameters.
  vec<tensor> run(std::span<const ir::named_tensor> sources) {
    memory_.begin_run(sources);
    for (const task::launch& each : memory_.tasks().launches) run_launch(each);
    memory_.end_run();
    return memory_.global().results();
  }

  const std::vector<hazard>& hazards() const { return memory_.hazards(); }
  std::string name_of_task(int at) const { return memory_.name_of_task(at); }

 private:
  void run_launch(const task::launch& each) {
    memory_.begin_launch(each);
    int block = -1;
    for (int at = each.tasks.first; at < each.tasks.first + each.tasks.count; ++at) {
      const task::task& now = memory_.tasks().tasks[static_cast<std::size_t>(at)];
      if (now.block != block) {
        if (block >= 0) memory_.end_block();
        block = now.block;
        memory_.begin_block();
      }
      memory_.begin_task(at);
      carry_out(now);
      memory_.end_task();
    }
    if (block >= 0) memory_.end_block();
  }

  void carry_out(const task::task& each) {
    const task::list& tasks = memory_.tasks();
    const auto item = static_cast<std::size_t>(each.item);
    switch (each.what) {
      case task::kind::move: mover(memory_).move(tasks.moves[item]); break;
      case task::kind::image: mover(memory_).image_to_column(tasks.images[item]); break;
      case task::kind::multiply: cube(memory_).multiply(tasks.multiplies[item]); break;
      case task::kind::program: vector_unit(memory_).program(tasks.programs[item]); break;
      case task::kind::window: vector_unit(memory_).window(tasks.windows[item]); break;
      case task::kind::direct: direct(); break;
      case task::kind::wait: break;
    }
  }

  void direct() {
    for (const plan::operand& each : memory_.plan().operands_of(memory_.kernel())) {
      if (each.scratch) continue;
      const int node = memory_.plan().at(each.buffer).node;
      const std::int64_t element = size_of(memory_.plan().graph[node].type.element);
      const std::int64_t bytes = each.written ? memory_.plan().graph[memory_.kernel().root].type.bytes()
                                              : memory_.plan().at(each.buffer).bytes - each.offset * element;
      memory_.access({task::memory::global, each.buffer, each.offset * element}, 0, bytes, each.written);
    }
    memory_.global().run(memory_.kernel());
  }

  banks memory_;
};

}  // namespace litho::emulator
