// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <deque>
#include <sstream>

#include "../plan/trace_events.hpp"
#include "../task/schedule.hpp"

namespace litho::emulator {

/// What a trace has besides kernels on their streams and counters.
struct trace_options {
  bool tasks = true;  ///< each task on its queue; of a large network many megabytes
};

namespace detail {

/// Tasks that may wait on one queue (asc-devkit, "NPU architecture 2201": 32 on those of MTE1 and the Cube).
inline constexpr std::size_t queue_depth = 32;

/// How many tasks a queue holds when one is issued. A block's tasks are issued in order, each as soon as the one before
/// it is and its queue has room.
class issue_order {
 public:
  explicit issue_order(std::int64_t begin) : now_(begin) {}

  /// Tasks on the queue before this one.
  int length_before(task::queue on, std::int64_t end) {
    std::deque<std::int64_t>& ends = ends_[static_cast<int>(on)];
    if (ends.size() == queue_depth && ends.front() > now_) now_ = ends.front();
    while (!ends.empty() && ends.front() <= now_) ends.pop_front();
    const auto length = static_cast<int>(ends.size());
    ends.push_back(end);
    return length;
  }

 private:
  std::int64_t now_;
  std::deque<std::int64_t> ends_[task::queue_count];
};

class tracer {
 public:
  tracer(std::ostream& to, const plan::plan& p, const task::list& tasks, const task::schedule& timed)
      : to_(to), plan_(p), tasks_(tasks), timed_(timed), when_(p.kernels.size()), moved_(p.kernels.size()) {
    for (std::size_t l = 0; l < tasks_.launches.size(); ++l) {
      const auto kernel = static_cast<std::size_t>(tasks_.launches[l].kernel);
      when_[kernel] = {nanoseconds(timed_.launches[l].begin), nanoseconds(timed_.launches[l].end)};
      for (const task::task& each : tasks_.tasks_of(tasks_.launches[l])) {
        if (each.on == task::queue::mte3)
          moved_[kernel].written += each.bytes;
        else if (each.on == task::queue::mte2)
          moved_[kernel].read += each.bytes;
      }
    }
  }

  void write(const trace_options& with) {
    streams();
    plan::draw_events(to_, stream_process, plan_, when_);
    to_.name_process(memory_process, "memory");
    plan::count_arena(to_, memory_process, plan_, when_);
    plan::count_bytes(to_, memory_process, when_, moved_);
    if (with.tasks) {
      name_cores();
      for (std::size_t l = 0; l < tasks_.launches.size(); ++l) launch(l);
    }
    to_.finish();
  }

 private:
  static constexpr int stream_process = 1;
  static constexpr int memory_process = 2;
  static constexpr int first_core_process = 10;

  std::int64_t nanoseconds(std::int64_t cycles) const {
    const std::int64_t clock = plan_.target.clock_mhz < 1 ? 1 : plan_.target.clock_mhz;
    return cycles / clock * 1000 + cycles % clock * 1000 / clock;
  }

  // Streams

  void streams() {
    to_.name_process(stream_process, "streams");
    vec<int> before;  // kernels on each stream so far
    vec<std::int64_t> ended;
    for (std::size_t l = 0; l < tasks_.launches.size(); ++l) {
      const task::launch& each = tasks_.launches[l];
      const task::launch_timing& timed = timed_.launches[l];
      const auto stream = static_cast<std::size_t>(each.stream);
      while (before.size() <= stream) {
        before.push_back(0);
        ended.push_back(0);
        const auto count = static_cast<int>(before.size());
        to_.name_thread({stream_process, count}, "stream " + std::to_string(count - 1));
      }
      std::int64_t waited = 0;
      std::int64_t cycles = 0;
      for (int t = each.tasks.first; t < each.tasks.first + each.tasks.count; ++t) {
        waited += timed_.tasks[static_cast<std::size_t>(t)].waited;
        cycles += tasks_.tasks[static_cast<std::size_t>(t)].cycles;
      }
      const plan::kernel& k = plan_.kernels[static_cast<std::size_t>(each.kernel)];
      json_object details = plan::details_of(plan_, each.kernel);
      details.add("stream", each.stream).add("queue_length", before[stream]);
      details.add_thousandths("wait_us", nanoseconds(timed.begin) - nanoseconds(ended[stream]));
      details.add_thousandths("run_us", nanoseconds(timed.end) - nanoseconds(timed.begin));
      details.add("cycles", timed.end - timed.begin).add("cores", each.blocks).add("tasks", each.tasks.count);
      details.add("busy_cycles", cycles).add("waited_cycles", waited);
      to_.slice({stream_process, each.stream + 1}, when_[static_cast<std::size_t>(each.kernel)], plan::ops_of(plan_, k),
                "kernel", details);
      ++before[stream];
      ended[stream] = timed.end;
    }
  }

  // Cores

  /// A device whose Cube cores each have one Vector unit has one kind of core.
  bool is_one_kind() const { return plan_.target.vector_cores == plan_.target.cube_cores; }
  int process_of(bool on_cube, int core) const {
    return first_core_process + core + (on_cube || is_one_kind() ? 0 : plan_.target.cube_cores);
  }

  void name_cores() {
    std::map<int, std::string> names;
    for (std::size_t l = 0; l < tasks_.launches.size(); ++l)
      for (int block = 0; block < tasks_.launches[l].blocks; ++block) {
        const bool on_cube = tasks_.launches[l].on_cube;
        const int core = core_of(l, block);
        names[process_of(on_cube, core)] = (is_one_kind() ? "core "
                                            : on_cube     ? "Cube core "
                                                          : "Vector core ") +
                                           std::to_string(core);
      }
    for (const auto& [process, name] : names) {
      to_.name_process(process, name);
      for (int queue = 0; queue < task::queue_count; ++queue)
        to_.name_thread({process, queue + 1}, name_of(static_cast<task::queue>(queue)));
    }
  }
  int core_of(std::size_t launch, int block) const {
    return timed_.cores[static_cast<std::size_t>(timed_.launches[launch].first_core + block)];
  }

  void launch(std::size_t l) {
    const task::launch& each = tasks_.launches[l];
    const plan::kernel& k = plan_.kernels[static_cast<std::size_t>(each.kernel)];
    const std::string ops = plan::ops_of(plan_, k);
    int block = -1;
    issue_order issued(0);
    for (int t = each.tasks.first; t < each.tasks.first + each.tasks.count; ++t) {
      const task::task& now = tasks_.tasks[static_cast<std::size_t>(t)];
      const task::timing& timed = timed_.tasks[static_cast<std::size_t>(t)];
      if (now.block != block) issued = issue_order(timed.begin - timed.waited);
      block = now.block;
      json_object details;
      details.add("kernel", each.kernel).add("op", ops).add("shape", shape_of(now, k.root).view());
      details.add("stream", each.stream).add("block", now.block);
      details.add("queue_length", issued.length_before(now.on, timed.end));
      const std::int64_t free = nanoseconds(timed.begin - timed.waited);
      details.add_thousandths("wait_us", nanoseconds(timed.begin) - free);
      details.add_thousandths("run_us", nanoseconds(timed.end) - nanoseconds(timed.begin));
      details.add("cycles", now.cycles).add("bytes", now.bytes);
      to_.slice({process_of(each.on_cube, core_of(l, now.block)), static_cast<int>(now.on) + 1},
                {nanoseconds(timed.begin), nanoseconds(timed.end)}, title_of(now, k.root), name_of(now.on), details);
    }
  }

  std::string title_of(const task::task& each, int root) const {
    if (each.what == task::kind::direct) return std::string(plan_.graph[root].op->view());
    if (each.what != task::kind::move) return std::string(name_of(each.what));
    const task::move& how = tasks_.moves[static_cast<std::size_t>(each.item)];
    return std::string(name_of(how.from.where)) + " to " + std::string(name_of(how.to.where));
  }

  text_builder shape_of(const task::task& each, int root) const {
    text_builder out;
    const auto item = static_cast<std::size_t>(each.item);
    switch (each.what) {
      case task::kind::move: {
        const task::move& of = tasks_.moves[item];
        out << litho::name_of(of.from_element);
        if (of.from_element != of.to_element) out << " to " << litho::name_of(of.to_element);
        out << ' ' << of.how.extents;
        break;
      }
      case task::kind::image: {
        const task::image& of = tasks_.images[item];
        out << litho::name_of(of.element) << " pixels " << of.pixels << " steps " << of.steps;
        break;
      }
      case task::kind::multiply: {
        const task::multiply& of = tasks_.multiplies[item];
        out << litho::name_of(of.element) << " m " << of.m << " k " << of.k << " n " << of.n;
        break;
      }
      case task::kind::program: out << tasks_.programs[item].extent; break;
      case task::kind::window: {
        const task::window& of = tasks_.windows[item];
        out << litho::name_of(of.element) << " planes " << of.planes << " rows " << of.out_rows << " columns "
            << of.out_width << " lanes " << of.lanes;
        break;
      }
      case task::kind::direct: out << plan_.graph[root].type; break;
      case task::kind::wait: break;
    }
    return out;
  }

  plan::trace_writer to_;
  const plan::plan& plan_;
  const task::list& tasks_;
  const task::schedule& timed_;
  vec<plan::span_of_time> when_;  // of each kernel
  vec<plan::traffic> moved_;
};

}  // namespace detail

/// Writes a run of the emulated device as a timeline (Chrome's trace event format): kernels on their streams with
/// arrows for events, tasks on the queues of cores, arena bytes alive, bytes read and written. Cycles become
/// microseconds by the device's clock. A kernel's `wait_us` counts from the end of the one before it on its stream, a
/// task's from when its queue was free; `queue_length` is how many stood before it when it was issued (kernels are all
/// handed over at the start).
inline void trace(std::ostream& to, const plan::plan& p, const task::list& tasks, const task::schedule& timed,
                  const trace_options& with = {}) {
  detail::tracer(to, p, tasks, timed).write(with);
}
inline std::string trace(const plan::plan& p, const task::list& tasks, const task::schedule& timed,
                         const trace_options& with = {}) {
  std::ostringstream to;
  trace(to, p, tasks, timed, with);
  return std::move(to).str();
}

}  // namespace litho::emulator
