// SPDX-License-Identifier: BSL-1.0
// litho-emulate MODEL: runs a model on an emulated device, and says what hardware would punish.

#include <chrono>
#include <cstdio>
#include <iostream>

#include <litho/emulator/faulty_pass.hpp>
#include <litho/emulator/machine.hpp>

#include "../compiler/compile.hpp"
#include "command_line.hpp"
#include "read.hpp"
#include "report.hpp"

namespace {

using namespace litho;
using importer::refusal;

struct arguments {
  importer::request asked;
  importer::request_words words;
  importer::compilation with;
  bisector::inputs_from values;
  unsigned order = 0;
  double tolerance = 0;  ///< 0: what the types let expect
  bool compares = false;
  bool ablation = false;
  bool only_cycles = false;
};

struct compiled {
  plan::plan plan;
  compiler::device_run run;
};

compiled compile(const ir::graph& g, const pass::context& with) {
  compiled made{compiler::compile(g, with), {}};
  made.run = compiler::lower(made.plan);
  return made;
}

double milliseconds(const compiled& of) {
  return static_cast<double>(of.run.timed.makespan) / (1e3 * of.plan.target.clock_mhz);
}

/// What the run would be without each of the things that a plan does for it.
void print_ablation(const ir::graph& g, const pass::context& with) {
  const auto line = [&](const char* name, const pass::context& changed, const compiled* usual) {
    const compiled made = compile(g, changed);
    std::printf("| %s | %lld | %.3f | %.1f |", name, static_cast<long long>(made.run.timed.makespan),
                milliseconds(made), static_cast<double>(made.plan.totals.arena_bytes) / 1024);
    if (usual != nullptr)
      std::printf(
          " %+.0f %% | %+.0f %% |",
          100.0 * static_cast<double>(made.run.timed.makespan) / static_cast<double>(usual->run.timed.makespan) - 100,
          100.0 * static_cast<double>(made.plan.totals.arena_bytes) /
                  static_cast<double>(usual->plan.totals.arena_bytes) -
              100);
    else
      std::printf(" | |");
    std::printf("\n");
    return made;
  };
  std::printf("| %s | cycles | ms | arena KiB | time | arena |\n|---|--:|--:|--:|--:|--:|\n", with.target.name);
  const compiled all = line("everything", with, nullptr);
  const auto without = [&](const char* name, auto&& change) {
    pass::context changed = with;
    change(changed);
    line(name, changed, &all);
  };
  without("no fusion", [](pass::context& c) { c.switches.fuse = false; });
  without("no memory reuse", [](pass::context& c) { c.switches.memory = false; });
  without("one stream", [](pass::context& c) { c.switches.streams = 1; });
  without("NCHW", [](pass::context& c) { c.switches.layouts = false; });
  without("no double buffering", [](pass::context& c) { c.target.double_buffer = false; });
  without("no flags between queues", [](pass::context& c) { c.target.fine_events = false; });
}

void print_figures(const compiled& of) {
  const task::schedule& timed = of.run.timed;
  std::printf("%s: %d kernels on %d streams, %zu tasks, %lld cycles, %.3f ms at %d MHz, arena %lld bytes\n",
              of.plan.target.name, of.plan.totals.kernels, of.plan.totals.streams, of.run.tasks.tasks.size(),
              static_cast<long long>(timed.makespan), milliseconds(of), of.plan.target.clock_mhz,
              static_cast<long long>(of.plan.totals.arena_bytes));
  for (int q = 0; q < task::queue_count; ++q) {
    const auto queue = static_cast<task::queue>(q);
    const bool is_cube = queue == task::queue::cube || queue == task::queue::mte1 || queue == task::queue::fixpipe;
    const int cores = is_cube ? of.plan.target.cube_cores : of.plan.target.vector_cores;
    if (timed.busy[q] > 0)
      std::printf("  %-8s busy %5.1f %%, %lld bytes\n", std::string(task::name_of(queue)).c_str(),
                  100 * timed.utilisation(queue, cores), static_cast<long long>(timed.moved[q]));
  }
}

/// Returns whether nothing was noted.
bool run(arguments& given) {
  importer::read(given.words, given.asked);
  const pass::context with = importer::context_of(given.with);
  if (!with.target.is_emulated()) throw refusal("--target: " + std::string(with.target.name) + " is not emulated");
  const bisector::problem model = bisector::read_problem(given.asked, given.values);
  if (given.ablation) {
    print_ablation(model.graph, with);
    return true;
  }
  const compiled made = compile(model.graph, with);
  print_figures(made);
  if (given.only_cycles) return true;
  const auto begin = std::chrono::steady_clock::now();
  emulator::machine machine(made.plan, made.run.tasks, given.order, given.compares);
  const vec<tensor> results = machine.run(model.sources);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  for (const emulator::hazard& each : machine.hazards())
    std::printf("%s: %s\n", std::string(emulator::name_of(each.broken)).c_str(), each.text.c_str());
  std::printf("%zu hazards%s, emulated in %.1f s\n", machine.hazards().size(),
              given.compares ? ", results compared kernel by kernel" : "", took.count());
  bool right = machine.hazards().empty();
  if (given.compares) {
    const emulator::deviation off = emulator::compare(results, ir::evaluate(model.graph, model.sources));
    const double most = given.tolerance > 0 ? given.tolerance : emulator::usual_tolerance(model.graph, with);
    right = right && off.error <= most;
    std::printf("%s: %s\n", off.error <= most ? "outputs as the reference evaluates the model" : "wrong outputs",
                emulator::explain(off, model.graph).c_str());
  }
  return right;
}

}  // namespace

int main(int count, char** words) {
  arguments given;
  given.with.target = "ascend_910b";
  CLI::App app{"Runs a model on an emulated device and checks what hardware would punish.", "litho-emulate"};
  app.add_option("model", given.asked.file, "what litho-import reads, or a graph in the text form of the IR")
      ->required();
  app.add_option("--target", given.with.target, "ascend_910, ascend_910b (which is usual) or ascend_950");
  importer::add_compilation(app, given.with);
  app.add_option("--values", given.values.folder, "a folder with input_0.pb or .npy and so on; else random values");
  app.add_option("--seed", given.values.seed, "of random values (1)");
  app.add_option("--order", given.order, "which of several ready queues goes first: 0 as written, else a seed (0)");
  app.add_flag(
      "--compare", given.compares,
      "hold each kernel's results against the plan's interpreter, and the outputs against the reference evaluation");
  app.add_option("--tolerance", given.tolerance, "how far outputs may be off, relative to their largest magnitude");
  app.add_flag("--cycles", given.only_cycles, "only the cycle model, without a run");
  app.add_flag("--ablation", given.ablation, "a table of what the run would be without fusion, reuse, blocks...");
  importer::add_request(app, given.words);
  return importer::run_command(app, count, words, given.asked, 2, [&] { return run(given) ? 0 : 1; });
}
