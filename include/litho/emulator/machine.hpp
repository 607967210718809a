// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <random>

#include "cube.hpp"
#include "moves.hpp"
#include "vector.hpp"

namespace litho::emulator {

/// Carries out a task list on emulated memories and checks each access: blocks one after the other, of each block's
/// queues the one whose next task is the first as written, or, with a seed, any whose flags are set, since hardware
/// keeps no other order. Races are found whichever way it goes: they are two tasks that nothing orders.
class machine {
 public:
  /// With `compares` each kernel's results are held against the interpreter's, which is slow.
  machine(const plan::plan& p, const task::list& tasks, unsigned seed = 0, bool compares = true)
      : memory_(p, tasks, compares), seed_(seed), chance_(seed) {}

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
    const int end = each.tasks.first + each.tasks.count;
    int block_end = each.tasks.first;
    for (int at = each.tasks.first; at < end; at = block_end) {
      while (block_end < end && task_at(block_end).block == task_at(at).block) ++block_end;
      run_block(at, block_end);
    }
    memory_.end_launch();
  }
  void run_block(int first, int end) {
    std::array<std::vector<int>, task::queue_count> queues;
    for (int at = end; at-- > first;) queues[static_cast<std::size_t>(task_at(at).on)].push_back(at);
    memory_.begin_block();
    for (int done = first; done < end; ++done) {
      const int next = choose(queues);
      queues[static_cast<std::size_t>(task_at(next).on)].pop_back();
      memory_.begin_task(next);
      carry_out(task_at(next));
      memory_.end_task();
    }
    memory_.end_block();
  }
  /// A task that is next on its queue and whose flags are set; where there is none, the core hangs: the first as written,
  /// for which that is noted.
  int choose(const std::array<std::vector<int>, task::queue_count>& queues) {
    int first = -1;
    int first_ready = -1;
    std::array<int, task::queue_count> ready{};
    unsigned count = 0;
    for (const std::vector<int>& queue : queues) {
      if (queue.empty()) continue;
      const int at = queue.back();
      if (first < 0 || at < first) first = at;
      if (!memory_.may_begin(at)) continue;
      if (first_ready < 0 || at < first_ready) first_ready = at;
      ready[count++] = at;
    }
    if (count == 0) return first;
    return seed_ == 0 ? first_ready : ready[chance_() % count];
  }
  const task::task& task_at(int at) const { return memory_.tasks().tasks[static_cast<std::size_t>(at)]; }

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
      std::int64_t bytes = memory_.plan().at(each.buffer).bytes - each.offset * element;
      if (each.written) bytes = written_elements(memory_.kernel(), each) * element;
      memory_.access({task::memory::global, each.buffer, each.offset * element}, 0, bytes, each.written);
    }
    memory_.global().run(memory_.kernel());
  }

  /// From the first to the last that an epilogue writes; of other kernels all of the result.
  std::int64_t written_elements(const plan::kernel& k, const plan::operand& by) const {
    if (by.strides.empty()) return k.iteration.stored_elements();
    std::int64_t last = 0;
    for (int loop = 0; loop < k.extents.count; ++loop) last += (k.extents[loop] - 1) * by.strides[loop];
    return last + 1;
  }

  banks memory_;
  unsigned seed_;
  std::minstd_rand chance_;
};

}  // namespace litho::emulator
