// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "dump.hpp"
#include "exec/streams.hpp"
#include "exec/timeline.hpp"
#include "plan/trace_events.hpp"

namespace litho {

/// Runs a network with a clock between its kernels and writes what it saw as a timeline for Perfetto or
/// chrome://tracing. Times are those of the last run; a run allocates nothing.
///   static litho::timeline<reader> seen;
///   seen.run(net, pixels, scores);     // an instance or executor of reader
///   std::ofstream file("timeline.json");
///   seen.write(file);
template <class Net>
class timeline {
  using plan_type = exec::timed<detail::frozen<Net>>;
  static constexpr int kernels = plan_type::plan.sizes.kernels;
  static constexpr int workers = plan_type::workers;

 public:
  /// As net.run(buffers...), and with the same status.
  template <class Runner, exec::buffer_like... Buffers>
  status run(Runner& net, Buffers&&... buffers) {
    return run_by([](const exec::memory& in) { exec::launch_all<plan_type, binding::run>(in); }, net, buffers...);
  }
  /// As net.run_on(crew, buffers...).
  template <class Runner, class Crew, exec::buffer_like... Buffers>
  status run_on(Crew& crew, Runner& net, Buffers&&... buffers) {
    static_assert(Crew::size >= workers, "litho::timeline: fewer workers than the network is planned for");
    if constexpr (plan_type::plan.totals.streams > 1 && Crew::size > 1)
      return run_by([&](const exec::memory& in) { exec::launch_streams_on<plan_type>(crew, in); }, net, buffers...);
    else if constexpr (workers == 1)
      return run(net, buffers...);
    else
      return run_by([&](const exec::memory& in) { exec::launch_on<plan_type>(crew, in); }, net, buffers...);
  }

  /// Of each kernel of the plan, load's left empty: one for each of its workers.
  std::span<const exec::kernel_time> times() const { return times_; }

  /// Writes the last run: kernels on the threads that ran them and, of a plan for one worker, on their streams; arena
  /// bytes alive, and bytes that kernels have read and written.
  void write(std::ostream& to) const;

 private:
  static constexpr int stream_process = 1;
  static constexpr int memory_process = 2;
  static constexpr int thread_process = 3;

  template <class Launch, class Runner, class... Buffers>
  status run_by(const Launch& launch, Runner& net, Buffers&... buffers) {
    for (exec::kernel_time& each : times_) each = {};
    caller_ = std::this_thread::get_id();
    return net.run_by([&](const exec::memory& in) { launch(exec::timed_memory(in, times_)); }, buffers...);
  }

  plan::span_of_time since(std::chrono::steady_clock::time_point start, const exec::kernel_time& each) const {
    if (each.thread == std::thread::id()) return {};
    const auto count = [start](auto when) {
      return std::int64_t{std::chrono::duration_cast<std::chrono::nanoseconds>(when - start).count()};
    };
    return {count(each.begin), count(each.end)};
  }

  void write_threads(plan::trace_writer& to, const plan::plan& p, const vec<plan::span_of_time>& spans) const;
  void write_streams(plan::trace_writer& to, const plan::plan& p, const vec<plan::span_of_time>& when) const;

  std::thread::id caller_{};
  exec::kernel_time times_[kernels * workers + 1]{};
};

template <class Net>
void timeline<Net>::write(std::ostream& to) const {
  using passes = detail::passes_of<Net>;
  const plan::plan p =
      pass::compile<typename passes::graph, typename passes::plan>(graph_of<Net>(), detail::context_of<Net>());
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::time_point::max();
  for (const exec::kernel_time& each : times_)
    if (each.thread != std::thread::id() && each.begin < start) start = each.begin;
  vec<plan::span_of_time> spans;
  vec<plan::span_of_time> when(static_cast<std::size_t>(kernels));
  vec<plan::traffic> moved(static_cast<std::size_t>(kernels));
  for (std::size_t k = 0; k < when.size(); ++k) {
    moved[k] = {p.kernels[k].bytes_read, p.kernels[k].bytes_written};
    for (std::size_t worker = 0; worker < workers; ++worker) {
      const plan::span_of_time span = since(start, times_[k * workers + worker]);
      spans.push_back(span);
      if (span.begin < 0) continue;
      if (when[k].begin < 0 || span.begin < when[k].begin) when[k].begin = span.begin;
      if (span.end > when[k].end) when[k].end = span.end;
    }
  }
  plan::trace_writer writer(to);
  if (workers == 1) write_streams(writer, p, when);
  writer.name_process(memory_process, "memory");
  plan::count_arena(writer, memory_process, p, when);
  plan::count_bytes(writer, memory_process, when, moved);
  write_threads(writer, p, spans);
  writer.finish();
}

template <class Net>
void timeline<Net>::write_streams(plan::trace_writer& to, const plan::plan& p,
                                  const vec<plan::span_of_time>& when) const {
  to.name_process(stream_process, "streams");
  for (int stream = 0; stream < p.totals.streams; ++stream) {
    const plan::track on{stream_process, stream + 1};
    to.name_thread(on, "stream " + std::to_string(stream));
    int before = 0;
    std::int64_t ended = 0;
    for (int k = 0; k < kernels; ++k) {
      const plan::span_of_time& span = when[static_cast<std::size_t>(k)];
      const plan::kernel& each = p.kernels[static_cast<std::size_t>(k)];
      if (span.begin < 0 || each.stream != stream) continue;
      json_object details = plan::details_of(p, k);
      details.add("stream", stream).add("queue_length", before++).add_thousandths("wait_us", span.begin - ended);
      details.add_thousandths("run_us", span.end - span.begin);
      to.slice(on, span, plan::ops_of(p, each), "kernel", details);
      ended = span.end;
    }
  }
  plan::draw_events(to, stream_process, p, when);
}

template <class Net>
void timeline<Net>::write_threads(plan::trace_writer& to, const plan::plan& p,
                                  const vec<plan::span_of_time>& spans) const {
  to.name_process(thread_process, "threads");
  std::map<std::thread::id, int> numbers{{caller_, 1}};
  to.name_thread({thread_process, 1}, "thread 0, the caller");
  for (std::size_t at = 0; at < spans.size(); ++at) {
    if (spans[at].begin < 0) continue;
    const auto [found, is_new] = numbers.emplace(times_[at].thread, static_cast<int>(numbers.size()) + 1);
    const plan::track on{thread_process, found->second};
    if (is_new) to.name_thread(on, "thread " + std::to_string(found->second - 1));
    const int k = static_cast<int>(at) / workers;
    const plan::kernel& each = p.kernels[static_cast<std::size_t>(k)];
    json_object details = plan::details_of(p, k);
    details.add("stream", each.stream).add("stage", each.stage).add("shares", each.shares);
    details.add("share", static_cast<int>(at) % workers).add("worker", each.shares > 1 ? 0 : each.worker);
    details.add_thousandths("run_us", spans[at].end - spans[at].begin);
    to.slice(on, spans[at], plan::ops_of(p, each), "kernel", details);
  }
}

}  // namespace litho
