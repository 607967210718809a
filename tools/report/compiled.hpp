// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

#include <litho/pass/pipeline.hpp>
#include <litho/task/schedule.hpp>

namespace litho::reporter {

/// A pass as it ran.
struct stage {
  std::string pass;
  bool is_off = false;
  int nodes = 0;     ///< behind it
  int kernels = -1;  ///< -1: there is no plan yet
  std::string text;  ///< of the graph or plan behind it
};

/// What one kernel takes on the device.
struct kernel_figures {
  std::int64_t ready = 0;  ///< cycles since the run began: the stream and events let it run
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::int64_t bytes = 0;   ///< to and from global memory
  std::int64_t waited = 0;  ///< cycles that its tasks waited for each other
  int blocks = 0;           ///< cores
  int tasks = 0;
  int queued = 0;  ///< kernels before it on its stream

  std::int64_t cycles() const { return end - begin; }
};

/// A graph compiled for a device, and what that is to cost there.
struct compiled {
  ir::graph given;
  std::vector<stage> stages;  ///< the first is the graph as given
  plan::plan plan;
  bool is_emulated = false;  ///< times are of the device's task list; otherwise of the cost model
  task::list tasks;          ///< empty, if not emulated
  task::schedule timed;
  std::vector<int> run;                 ///< the kernels of a run, by number in the plan
  std::vector<kernel_figures> figures;  ///< of these
  std::int64_t makespan = 0;            ///< cycles

  double microseconds(std::int64_t cycles) const {
    return static_cast<double>(cycles) / (plan.target.clock_mhz < 1 ? 1 : plan.target.clock_mhz);
  }
};

/// Throws std::runtime_error where the plan does not fit the device.
compiled compile(const ir::graph& given, const pass::context& with);

}  // namespace litho::reporter
