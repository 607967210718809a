// SPDX-License-Identifier: BSL-1.0
// litho-report MODEL -o PAGE.html: what becomes of a model on a device, as one page.

#include <fstream>
#include <iostream>

#include <litho/emulator/trace.hpp>

#include "command_line.hpp"
#include "page.hpp"
#include "report.hpp"

namespace {

using namespace litho;
using importer::refusal;

struct arguments {
  importer::request asked;
  importer::request_words words;
  importer::compilation with;
  std::filesystem::path output;
  std::filesystem::path trace;
  bool kernels_only = false;
  bool logs = false;
};

/// The graph of a model, with the names that nodes have there.
ir::graph named_graph(const importer::imported& model) {
  ir::graph g = model.made.graph;
  for (ir::node& each : g.nodes) {
    if (each.op->kind != category::source && each.origin >= 0)
      each.name = model.made.labels[static_cast<std::size_t>(each.origin)];
    each.origin = -1;
  }
  return g;
}

/// A line that explains each kernel.
void log(const reporter::compiled& of) {
  for (std::size_t i = 0; i < of.run.size(); ++i) {
    const plan::kernel& k = of.plan.kernels[static_cast<std::size_t>(of.run[i])];
    const reporter::kernel_figures& each = of.figures[i];
    text_builder shape;
    shape << k.iteration;
    std::cout << "kernel " << of.run[i] << ": " << plan::ops_of(of.plan, k) << " as " << plan::name_of(k.kind) << ' '
              << shape.view() << ", stream " << k.stream << " behind " << each.queued << ", waits "
              << of.microseconds(each.begin - each.ready) << " us, runs " << of.microseconds(each.cycles()) << " us\n";
  }
}

void run(arguments& given) {
  importer::read(given.words, given.asked);
  const pass::context with = importer::context_of(given.with);
  if (!given.trace.empty() && !with.target.is_emulated())
    throw refusal("--trace: " + std::string(with.target.name) +
                  " is not emulated; litho::timeline writes the trace of a run on it");
  const std::filesystem::path& file = given.asked.file;
  std::string nodes;
  std::optional<importer::imported> model;  // names of its nodes are views
  ir::graph graph;
  if (importer::is_model(file)) {
    model = importer::import_model(given.asked);
    graph = named_graph(*model);
    nodes = ", " + std::to_string(model->model_nodes) + " nodes";
  } else {
    graph = importer::read_text(file);
  }
  const reporter::compiled made = reporter::compile(graph, with);
  const std::string title = file.stem().string() + " on " + with.target.name;
  const std::string how = file.filename().string() + nodes + ", planned at " + given.with.level + " for " +
                          with.target.name + ", precision " + (with.in_halves() ? "half" : "exact");
  std::ofstream out(given.output, std::ios::binary);
  out << reporter::page(made, title, how);
  if (!out.flush()) throw refusal("cannot write " + given.output.string());
  if (!given.trace.empty()) {
    std::ofstream trace(given.trace, std::ios::binary);
    emulator::trace(trace, made.plan, made.tasks, made.timed, {.tasks = !given.kernels_only});
    if (!trace.flush()) throw refusal("cannot write " + given.trace.string());
  }
  if (given.logs) log(made);
}

}  // namespace

int main(int count, char** words) {
  arguments given;
  CLI::App app{"Writes a page about a model on a device: graph, kernels, timeline, memory, passes.", "litho-report"};
  app.add_option("model", given.asked.file, "what litho-import reads, or a graph in the text form of the IR")
      ->required();
  app.add_option("-o,--output", given.output, "the page to write; else MODEL.html in this folder");
  app.add_option("--target", given.with.target,
                 "the device that is planned for: host, cortex_m4f, cortex_m7, ascend_910, ascend_910b, ascend_950");
  importer::add_compilation(app, given.with);
  app.add_option("--trace", given.trace, "also write the timeline for Perfetto, of an emulated device");
  app.add_flag("--kernels-only", given.kernels_only, "leave single tasks out of the trace");
  app.add_flag("--log", given.logs, "print a line that explains each kernel");
  importer::add_request(app, given.words);
  return importer::run_command(app, count, words, given.asked, 1, [&] {
    if (given.output.empty()) given.output = given.asked.file.stem().string() + ".html";
    run(given);
    return 0;
  });
}
