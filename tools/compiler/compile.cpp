// SPDX-License-Identifier: BSL-1.0
#include "compile.hpp"

#include <stdexcept>
#include <string>

#include <litho/pass/pipeline.hpp>
#include <litho/plan/print.hpp>
#include <litho/plan/trace_events.hpp>
#include <litho/task/lower.hpp>

namespace litho::compiler {

namespace {

struct stages {
  observer& watching;

  void skipped(const char* pass) const { watching.skipped(pass); }
  void ran(const char* pass, const auto& made) const { watching.ran(pass, made); }
  void broken(const plan::plan& made, const plan::violation& found) const {
    throw std::runtime_error(std::string(plan::explain(made, found).view()));
  }
};

}  // namespace

void observer::skipped(const char*) {}
void observer::ran(const char*, const ir::graph&) {}
void observer::ran(const char*, const plan::plan&) {}

plan::plan compile(const ir::graph& given, const pass::context& with, observer& watching) {
  return pass::compile_as_asked(given, with, stages{watching});
}
plan::plan compile(const ir::graph& given, const pass::context& with) {
  observer nobody;
  return compile(given, with, nobody);
}

ir::graph decomposed(const ir::graph& given, const pass::context& with) { return pass::decompose::run(given, with); }

device_run lower(const plan::plan& of) {
  device_run made{task::lower(of), {}};
  if (!made.tasks.ok()) {
    const plan::kernel& k = of.kernels[static_cast<std::size_t>(made.tasks.faulty_kernel)];
    throw std::runtime_error(std::string(of.target.name) + " does not take kernel " +
                             std::to_string(made.tasks.faulty_kernel) + " (" + plan::ops_of(of, k) +
                             "): " + made.tasks.fault);
  }
  made.timed = task::schedule_of(of, made.tasks);
  return made;
}

}  // namespace litho::compiler
