// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <map>
#include <ostream>

#include "../core/json.hpp"
#include "print.hpp"

/// Timelines of a plan in the trace event format, which Perfetto and chrome://tracing open. Source: "Trace Event
/// Format", a document of the Chromium project.
namespace litho::plan {

/// A row of a timeline: a thread of a process.
struct track {
  int process = 0;
  int thread = 0;
};

/// Nanoseconds since the run began.
struct span_of_time {
  std::int64_t begin = -1;  ///< -1: it did not run
  std::int64_t end = -1;
};

/// Writes events one by one; `finish` ends the file. Times are nanoseconds.
class trace_writer {
 public:
  explicit trace_writer(std::ostream& to) : to_(to) { to_ << R"({"displayTimeUnit":"ns","traceEvents":[)"; }

  /// Processes stand in the order of their numbers, threads within them likewise.
  void name_process(int process, std::string_view name) {
    describe("process_name", {process, 0}, json_object().add("name", name));
    describe("process_sort_index", {process, 0}, json_object().add("sort_index", process));
  }
  void name_thread(track of, std::string_view name) {
    describe("thread_name", of, json_object().add("name", name));
    describe("thread_sort_index", of, json_object().add("sort_index", of.thread));
  }
  void slice(track on, span_of_time when, std::string_view name, std::string_view kind, const json_object& details) {
    json_object event = begin("X", name, kind, on);
    event.add_thousandths("ts", when.begin).add_thousandths("dur", when.end - when.begin).add("args", details);
    write(event);
  }
  /// From a slice that is under way at one time to one that is at another.
  void arrow(track from, std::int64_t leaves, track to, std::int64_t arrives, std::string_view name) {
    json_object start = begin("s", name, "event", from);
    start.add("id", ++arrows_).add_thousandths("ts", leaves);
    write(start);
    json_object finish = begin("f", name, "event", to);
    finish.add("id", arrows_).add("bp", "e").add_thousandths("ts", arrives);
    write(finish);
  }
  void counter(int process, std::int64_t when, std::string_view name, const json_object& values) {
    json_object event = begin("C", name, "counter", {process, 0});
    event.add_thousandths("ts", when).add("args", values);
    write(event);
  }
  void finish() { to_ << "\n]}\n"; }

 private:
  static json_object begin(std::string_view phase, std::string_view name, std::string_view kind, track on) {
    json_object event;
    event.add("ph", phase).add("name", name).add("cat", kind).add("pid", on.process).add("tid", on.thread);
    return event;
  }
  void describe(std::string_view what, track of, const json_object& details) {
    json_object event = begin("M", what, "__metadata", of);
    event.add_thousandths("ts", 0).add("args", details);
    write(event);
  }
  void write(const json_object& event) {
    to_ << (is_first_ ? "\n" : ",\n") << event.view();
    is_first_ = false;
  }

  std::ostream& to_;
  bool is_first_ = true;
  int arrows_ = 0;
};

/// The ops of a kernel: "conv2d add relu".
inline std::string ops_of(const plan& p, const kernel& k) {
  std::string text;
  for (int node : p.nodes_of(k)) {
    if (!text.empty()) text += ' ';
    text += p.graph[node].op->view();
  }
  return text.empty() ? "copy" : text;
}

/// What a slice says of its kernel: ops, shape, where each operand lies and how many bytes its buffer has.
inline json_object details_of(const plan& p, int kernel) {
  const auto& k = p.kernels[static_cast<std::size_t>(kernel)];
  json_object to;
  to.add("kernel", kernel).add("op", ops_of(p, k)).add("kind", name_of(k.kind)).add("unit", litho::name_of(k.unit));
  text_builder shape;
  shape << k.iteration;
  text_builder reads;
  text_builder writes;
  for (const operand& each : p.operands_of(k)) {
    if (each.scratch) continue;
    text_builder& list = each.written ? writes : reads;
    if (list.size() > 0) list << ", ";
    detail::print_operand(list, p, each);
    list << ' ' << p.graph[p.at(each.buffer).node].type << ' ' << p.at(each.buffer).bytes << " bytes";
  }
  to.add("shape", shape.view()).add("reads", reads.view()).add("writes", writes.view());
  to.add("multiply_adds", k.multiply_adds).add("bytes_read", k.bytes_read).add("bytes_written", k.bytes_written);
  return to;
}

/// The arena bytes that are alive, workspaces included, as a counter: a buffer from the first kernel that uses it to
/// the end of the last. `when`: of each kernel.
inline void count_arena(trace_writer& to, int process, const plan& p, const vec<span_of_time>& when) {
  vec<span_of_time> alive(p.buffers.size());
  std::map<std::int64_t, std::int64_t> changes{{0, 0}};
  const auto add = [&](const span_of_time& during, std::int64_t bytes) {
    if (during.begin < 0) return;
    changes[during.begin] += bytes;
    changes[during.end] -= bytes;
  };
  for (std::size_t k = 0; k < p.kernels.size(); ++k) {
    if (when[k].begin < 0) continue;
    add(when[k], p.kernels[k].workspace);
    for (const operand& each : p.operands_of(p.kernels[k])) {
      if (each.scratch) continue;
      span_of_time& life = alive[static_cast<std::size_t>(p.owner(each.buffer))];
      if (life.begin < 0 || when[k].begin < life.begin) life.begin = when[k].begin;
      if (when[k].end > life.end) life.end = when[k].end;
    }
  }
  for (std::size_t b = 0; b < p.buffers.size(); ++b)
    if (p.buffers[b].where == place::arena && p.buffers[b].shares < 0) add(alive[b], p.buffers[b].bytes);
  std::int64_t bytes = 0;
  for (const auto& [time, change] : changes)
    to.counter(process, time, "arena bytes alive", json_object().add("bytes", bytes += change));
}

/// Bytes that kernels have read and written since the run began, as a counter. `moved`: of each kernel.
struct traffic {
  std::int64_t read = 0;
  std::int64_t written = 0;
};
inline void count_bytes(trace_writer& to, int process, const vec<span_of_time>& when, const vec<traffic>& moved) {
  std::map<std::int64_t, traffic> changes{{0, {}}};
  for (std::size_t k = 0; k < when.size(); ++k) {
    if (when[k].begin < 0) continue;
    changes[when[k].end].read += moved[k].read;
    changes[when[k].end].written += moved[k].written;
  }
  traffic sum;
  for (const auto& [time, change] : changes)
    to.counter(process, time, "bytes moved",
               json_object().add("read", sum.read += change.read).add("written", sum.written += change.written));
}

/// An arrow for each event between streams, from the kernel that is waited for to the one that waits. Kernels are
/// slices of process `process`, their streams its threads 1 and up.
inline void draw_events(trace_writer& to, int process, const plan& p, const vec<span_of_time>& when) {
  const auto track_of = [&](int kernel) {
    return track{process, p.kernels[static_cast<std::size_t>(kernel)].stream + 1};
  };
  for (const event& each : p.events) {
    const span_of_time& from = when[static_cast<std::size_t>(each.after)];
    const span_of_time& into = when[static_cast<std::size_t>(each.before)];
    if (from.begin < 0 || into.begin < 0) continue;
    to.arrow(track_of(each.after), from.end > from.begin ? from.end - 1 : from.begin, track_of(each.before), into.begin,
             "event");
  }
}

}  // namespace litho::plan
