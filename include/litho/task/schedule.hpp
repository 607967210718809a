// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "task.hpp"

namespace litho::task {

/// When a task runs, in cycles since the run began, and how long it waited for flags after its queue was free.
struct timing {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::int64_t waited = 0;
};

/// When a kernel runs: from the moment that its stream and events let it, and on which core each block.
struct launch_timing {
  std::int64_t ready = 0;
  std::int64_t begin = 0;
  std::int64_t end = 0;
  int first_core = 0;  ///< into cores
};

/// The cycle model: a discrete-event run of the task list, deterministic. A kernel begins when the one before it on its
/// stream and the events it waits for have ended, each of its blocks when a core is free; a task begins when its queue
/// is free and its flags are set.
struct schedule {
  vec<timing> tasks;
  vec<launch_timing> launches;
  vec<int> cores;  ///< of each launch's blocks
  std::int64_t makespan = 0;
  std::int64_t busy[queue_count]{};   ///< cycles, summed over cores
  std::int64_t moved[queue_count]{};  ///< bytes
  std::int64_t waited = 0;            ///< cycles that tasks waited for flags

  /// Share of the time that the queues of so many cores were busy.
  constexpr double utilisation(queue of, int cores_used) const {
    const auto all = static_cast<double>(makespan) * cores_used;
    return all == 0 ? 0 : static_cast<double>(busy[static_cast<int>(of)]) / all;
  }
};

namespace detail {

class scheduler {
 public:
  constexpr scheduler(const plan::plan& p, const list& of) : plan_(p), list_(of) {
    result_.tasks = vec<timing>(of.tasks.size());
    ends_ = vec<std::int64_t>(p.kernels.size());
    int streams = 1;
    for (const launch& each : of.launches) streams = each.stream >= streams ? each.stream + 1 : streams;
    streams_ = vec<std::int64_t>(static_cast<std::size_t>(streams));
    cube_free_ = vec<std::int64_t>(static_cast<std::size_t>(p.target.cube_cores));
    vector_free_ = vec<std::int64_t>(static_cast<std::size_t>(p.target.vector_cores));
  }

  constexpr schedule run() {
    for (const launch& each : list_.launches) run_launch(each);
    return std::move(result_);
  }

 private:
  constexpr void run_launch(const launch& each) {
    launch_timing timed;
    timed.ready = streams_[static_cast<std::size_t>(each.stream)];
    for (const plan::event& event : plan_.events)
      if (event.before == each.kernel) timed.ready = later(timed.ready, ends_[static_cast<std::size_t>(event.after)]);
    timed.first_core = static_cast<int>(result_.cores.size());
    timed.end = timed.ready;
    int at = each.tasks.first;
    bool any = false;
    for (int block = 0; block < each.blocks; ++block) {
      const int core = free_core(each.on_cube, timed.ready);
      result_.cores.push_back(core);
      const std::int64_t begin = later(timed.ready, free_at(each.on_cube, core));
      std::int64_t end = begin;
      begin_block(begin);
      for (; at < each.tasks.first + each.tasks.count && list_.tasks[static_cast<std::size_t>(at)].block == block; ++at)
        end = later(end, run_task(at));
      timed.begin = any && timed.begin < begin ? timed.begin : begin;
      any = true;
      timed.end = later(timed.end, end);
      occupy(each.on_cube, core, end);
    }
    streams_[static_cast<std::size_t>(each.stream)] = timed.end;
    ends_[static_cast<std::size_t>(each.kernel)] = timed.end;
    result_.makespan = later(result_.makespan, timed.end);
    result_.launches.push_back(timed);
  }

  constexpr void begin_block(std::int64_t begin) {
    for (int from = 0; from < queue_count; ++from) {
      free_[from] = begin;
      for (int to = 0; to < queue_count; ++to)
        for (std::int64_t& set : flags_[from][to]) set = begin;
    }
    latest_ = begin;
  }

  constexpr std::int64_t run_task(int at) {
    const task& each = list_.tasks[static_cast<std::size_t>(at)];
    std::int64_t& free = free_[static_cast<int>(each.on)];
    std::int64_t begin = free;
    for (const flag& wait : each.waits)
      begin = later(begin, flags_[static_cast<int>(wait.from)][static_cast<int>(wait.to)][wait.id]);
    if (!plan_.target.fine_events) begin = later(begin, latest_);  // queues wait for all of each other
    const std::int64_t end = begin + each.cycles;
    for (const flag& set : each.sets) flags_[static_cast<int>(set.from)][static_cast<int>(set.to)][set.id] = end;
    result_.tasks[static_cast<std::size_t>(at)] = {begin, end, begin - free};
    result_.waited += begin - free;
    result_.busy[static_cast<int>(each.on)] += each.cycles;
    result_.moved[static_cast<int>(each.on)] += each.bytes;
    free = end;
    latest_ = later(latest_, end);
    return end;
  }

  // A Cube core has its Vector units beside it: a block on one keeps the others busy.
  constexpr std::int64_t free_at(bool on_cube, int core) const {
    const int each = plan_.target.vectors_per_cube();
    if (!on_cube) return vector_free_[static_cast<std::size_t>(core)];
    std::int64_t result = cube_free_[static_cast<std::size_t>(core)];
    for (int v = core * each; v < (core + 1) * each; ++v)
      result = later(result, vector_free_[static_cast<std::size_t>(v)]);
    return result;
  }
  constexpr int free_core(bool on_cube, std::int64_t ready) const {
    const int count = on_cube ? plan_.target.cube_cores : plan_.target.vector_cores;
    int best = 0;
    for (int core = 0; core < count; ++core) {
      if (free_at(on_cube, core) <= ready) return core;
      if (free_at(on_cube, core) < free_at(on_cube, best)) best = core;
    }
    return best;
  }
  constexpr void occupy(bool on_cube, int core, std::int64_t end) {
    if (!on_cube) {
      vector_free_[static_cast<std::size_t>(core)] = end;
      return;
    }
    cube_free_[static_cast<std::size_t>(core)] = end;
    const int each = plan_.target.vectors_per_cube();
    for (int v = core * each; v < (core + 1) * each; ++v) vector_free_[static_cast<std::size_t>(v)] = end;
  }
  static constexpr std::int64_t later(std::int64_t a, std::int64_t b) { return a > b ? a : b; }

  const plan::plan& plan_;
  const list& list_;
  schedule result_;
  vec<std::int64_t> ends_;  // of each kernel
  vec<std::int64_t> streams_;
  vec<std::int64_t> cube_free_;
  vec<std::int64_t> vector_free_;
  std::int64_t free_[queue_count]{};
  std::int64_t flags_[queue_count][queue_count][16]{};
  std::int64_t latest_ = 0;
};

}  // namespace detail

constexpr schedule schedule_of(const plan::plan& p, const list& of) { return detail::scheduler(p, of).run(); }

}  // namespace litho::task
