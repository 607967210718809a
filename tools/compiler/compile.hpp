// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho/pass/pass.hpp>
#include <litho/plan/plan.hpp>
#include <litho/task/schedule.hpp>

namespace litho::compiler {

/// Is told of each pass, in order.
class observer {
 public:
  virtual ~observer() = default;
  virtual void skipped(const char* pass);
  virtual void ran(const char* pass, const ir::graph& made);
  virtual void ran(const char* pass, const plan::plan& made);
};

/// What the library's compiler makes of a graph, with the plan passes that the options ask for. Throws
/// std::runtime_error where the plan breaks a law.
plan::plan compile(const ir::graph& given, const pass::context& with);
plan::plan compile(const ir::graph& given, const pass::context& with, observer& watching);

/// A graph with its composite ops written out in those that they are made of.
ir::graph decomposed(const ir::graph& given, const pass::context& with);

/// What an emulated device does in a run, and when.
struct device_run {
  task::list tasks;
  task::schedule timed;
};

/// Throws std::runtime_error, naming the kernel, where the plan does not fit its device.
device_run lower(const plan::plan& of);

}  // namespace litho::compiler
