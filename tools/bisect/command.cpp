// SPDX-License-Identifier: BSL-1.0
#include "command.hpp"

#include <fstream>
#include <iostream>

#include <litho/ir/print.hpp>

#include "bisect.hpp"
#include "command_line.hpp"
#include "read.hpp"
#include "report.hpp"
#include "write.hpp"

namespace litho::bisector {

namespace {

using importer::refusal;

struct arguments {
  importer::request asked;
  importer::request_words words;
  importer::compilation with;
  inputs_from values;
  std::filesystem::path output;
  double tolerance = 0;
  int workers = 1;
  bool winograd = false;
  bool relaxed = false;
};

void say(const std::string& line) { std::cout << line << std::endl; }

/// Whether the rest of the compilation is right without the pass; nothing of one that has no switch.
void try_without(const emulator::pass_result& faulty, const problem& given, search with) {
  const auto leave_out = [&](auto& passes) {
    bool any = false;
    for (auto& each : passes)
      if (each.name == faulty.pass && !each.enabled(O0)) {
        each.enabled = [](const options&) { return false; };
        any = true;
      }
    return any;
  };
  const bool on_graph = leave_out(with.passes.on_graph);
  if (!leave_out(with.passes.on_plan) && !on_graph) return;
  const double tolerance = with.tolerance > 0 ? with.tolerance : emulator::usual_tolerance(given.graph, with.with);
  const emulator::pass_result rest =
      emulator::first_faulty_pass(given.graph, given.sources, with.passes, with.with, tolerance);
  say("without " + faulty.pass + ": " + emulator::explain(rest, given.graph));
}

int run(arguments& given, passes_function passes) {
  importer::read(given.words, given.asked);
  pass::context compiled = importer::context_of(given.with);
  compiled.switches.workers = given.workers;
  compiled.switches.winograd = given.winograd;
  compiled.switches.relaxed = given.relaxed;
  const search with{passes(compiled.switches), compiled, given.tolerance};
  const problem from = read_problem(given.asked, given.values);
  const extent size = extent_of(from);
  say("graph: " + std::to_string(size.ops) + " ops, " + std::to_string(size.sources) + " sources, " +
      std::to_string(size.outputs) + (size.outputs == 1 ? " output" : " outputs"));
  const vec<tensor> results = ir::evaluate(from.graph, from.sources);
  for (std::size_t i = 0; i < results.size(); ++i)
    if (!results[i].ok())
      throw refusal("output " + std::string(from.graph.outputs[i].name) +
                    " cannot be evaluated: " + std::string(explain("graph", results[i].error).view()));
  const finding result = bisect(from, with, say);
  if (!result.on_given) {
    say("no pass is at fault");
    return none_found;
  }
  try_without(result.on_given, from, with);
  say("faulty pass: " + result.on_given.pass + ", number " + std::to_string(result.on_given.position + 1));
  say("on the graph as given: " + emulator::explain(result.on_given, from.graph));
  say("on the smallest graph: " + (result.on_smallest ? emulator::explain(result.on_smallest, result.smallest.graph)
                                                      : "only by what it adds to the errors of earlier passes"));
  std::cout << ir::print(result.smallest.graph).view();
  std::ofstream out(given.output, std::ios::binary);
  out << test_text(result, with, title_of(given.output.filename().string()));
  if (!out.flush()) throw refusal("cannot write " + given.output.string());
  say("written: " + given.output.string());
  return found;
}

}  // namespace

int command(int count, char** words, passes_function passes) {
  arguments given;
  given.output = "faulty_pass.test.cpp";
  CLI::App app{"Finds the pass that changes what a model computes, and the smallest graph that shows it.",
               "litho-bisect"};
  app.footer("Exit status: 0 no pass is at fault, 1 one is and a test is written, 2 refused.");
  app.add_option("model", given.asked.file, "what litho-import reads, or a graph in the text form of the IR")
      ->required();
  app.add_option("-o,--output", given.output, "the test to write, as 014_layouts.test.cpp (faulty_pass.test.cpp)");
  app.add_option("--values", given.values.folder, "folder with input_0.pb or .npy and so on; else inputs are random");
  app.add_option("--seed", given.values.seed, "of random values (1)");
  app.add_option("--tolerance", given.tolerance,
                 "largest error over the largest magnitude of an output (1e-4, or what half floats cost)");
  importer::add_compilation(app, given.with);
  app.add_option("--target", given.with.target, "the device that is planned for, as of litho-import");
  app.add_option("--workers", given.workers, "plan for so many threads (1)")->check(CLI::Range(1, 64));
  app.add_flag("--winograd", given.winograd, "3x3 convolutions by Winograd's tiles");
  app.add_flag("--relaxed", given.relaxed, "rewrites that ignore NaN, infinities and the sign of zero");
  importer::add_request(app, given.words);
  return importer::run_command(app, count, words, given.asked, refused, [&]() -> int { return run(given, passes); });
}

}  // namespace litho::bisector
