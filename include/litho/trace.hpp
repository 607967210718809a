// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "dump.hpp"
#include "emulator/trace.hpp"
#include "task/lower.hpp"

namespace litho {

/// The plan of a network for another device than its own, made at run time: its options, but one worker.
template <class Net>
plan::plan plan_for(const device& on) {
  pass::context with = detail::context_of<Net>();
  with.switches.workers = 1;
  with.target = on;
  using passes = detail::passes_of<Net>;
  return pass::compile<typename passes::graph, typename passes::plan>(graph_of<Net>(), with);
}

/// Writes a run of a network on an emulated device as a timeline for Perfetto or chrome://tracing (emulator/trace.hpp).
/// Returns why the plan does not fit the device, and writes nothing then; otherwise nullptr.
///   std::ofstream file("timeline.json");
///   litho::trace<reader>(file, litho::npu::ascend_910b);
template <class Net>
const char* trace(std::ostream& to, const device& on, const emulator::trace_options& with = {}) {
  const plan::plan p = plan_for<Net>(on);
  const task::list tasks = task::lower(p);
  if (tasks.ok()) emulator::trace(to, p, tasks, task::schedule_of(p, tasks), with);
  return tasks.fault;
}

}  // namespace litho
