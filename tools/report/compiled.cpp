// SPDX-License-Identifier: BSL-1.0
#include "compiled.hpp"

#include <litho/ir/print.hpp>
#include <litho/plan/print.hpp>

#include "../compiler/compile.hpp"

namespace litho::reporter {

namespace {

class observer : public compiler::observer {
 public:
  explicit observer(std::vector<stage>& stages) : stages_(stages) {}

  void skipped(const char* pass) override {
    stage off = stages_.back();
    off.pass = pass;
    off.is_off = true;
    stages_.push_back(std::move(off));
  }
  void ran(const char* pass, const ir::graph& g) override {
    stages_.push_back({pass, false, g.size(), -1, std::string(ir::print(g).view())});
  }
  void ran(const char* pass, const plan::plan& p) override {
    stages_.push_back({pass, false, p.graph.size(), static_cast<int>(p.kernels.size()),
                       std::string(plan::print(p).view()) + std::string(plan::print_memory(p).view())});
  }

 private:
  std::vector<stage>& stages_;
};

void time_tasks(compiled& of) {
  compiler::device_run run = compiler::lower(of.plan);
  of.tasks = std::move(run.tasks);
  of.timed = std::move(run.timed);
  of.makespan = of.timed.makespan;
  std::vector<int> queued(of.tasks.launches.size() + 1);
  for (std::size_t l = 0; l < of.tasks.launches.size(); ++l) {
    const task::launch& launch = of.tasks.launches[l];
    const task::launch_timing& timed = of.timed.launches[l];
    if (queued.size() <= static_cast<std::size_t>(launch.stream))
      queued.resize(static_cast<std::size_t>(launch.stream) + 1);
    kernel_figures made{
        timed.ready, timed.begin,   timed.end,          0,
        0,           launch.blocks, launch.tasks.count, queued[static_cast<std::size_t>(launch.stream)]++};
    for (int t = launch.tasks.first; t < launch.tasks.first + launch.tasks.count; ++t) {
      const task::task& each = of.tasks.tasks[static_cast<std::size_t>(t)];
      if (each.on == task::queue::mte2 || each.on == task::queue::mte3) made.bytes += each.bytes;
      made.waited += of.timed.tasks[static_cast<std::size_t>(t)].waited;
    }
    of.run.push_back(launch.kernel);
    of.figures.push_back(made);
  }
}

/// One kernel after the other, each as long as the cost model says.
void estimate(compiled& of) {
  for (std::size_t k = 0; k < of.plan.kernels.size(); ++k) {
    const plan::kernel& each = of.plan.kernels[k];
    if (each.when != binding::run) continue;
    const std::int64_t end = of.makespan + plan::cycles(of.plan.target, each);
    of.figures.push_back({of.makespan, of.makespan, end, each.bytes_read + each.bytes_written, 0, each.shares, 0,
                          static_cast<int>(of.run.size())});
    of.run.push_back(static_cast<int>(k));
    of.makespan = end;
  }
}

}  // namespace

compiled compile(const ir::graph& given, const pass::context& with) {
  compiled result;
  result.given = given;
  observer seen(result.stages);
  seen.ran("as read", given);
  result.plan = compiler::compile(given, with, seen);
  result.is_emulated = with.target.is_emulated();
  if (result.is_emulated)
    time_tasks(result);
  else
    estimate(result);
  return result;
}

}  // namespace litho::reporter
