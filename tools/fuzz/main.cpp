// SPDX-License-Identifier: BSL-1.0
// litho-fuzz: graphs of chance, compiled in many ways and held against the reference evaluator.

#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <map>

#include <litho/ir/print.hpp>

#include "bisect/shrink.hpp"
#include "check.hpp"
#include "compiler/operators.hpp"
#include "generate.hpp"
#include "trial/apart.hpp"
#include "trial/write.hpp"

namespace {

using namespace litho;

constexpr unsigned seconds_a_graph = 120;

struct arguments {
  unsigned first = 1;
  unsigned count = 0;
  unsigned seconds = 60;
  int most = 30;
  std::string only;
  std::filesystem::path output;
  std::size_t in_one = 10;
};

fuzz::choice choice_of(const arguments& given, bool controls) {
  return {.least = std::min(3, given.most), .most = given.most, .only = given.only, .controls = controls};
}

std::string text_of(const bisector::problem& of) {
  std::string text(ir::print(of.graph).view());
  for (const ir::named_tensor& each : of.sources) {
    text += std::string(each.name) + " =";
    for (double value : each.value.values) {
      char number[40];
      std::snprintf(number, sizeof number, " %.17g", value);
      text += number;
    }
    text += '\n';
  }
  return text;
}

/// What is wrong with a graph in one configuration, a crash included.
std::string fault_apart(const bisector::problem& given, const fuzz::configuration& how) {
  const trial::outcome found = trial::apart([&] { return fuzz::judge(given).fault(how); }, seconds_a_graph);
  return found.crashed.empty() ? found.said : found.crashed;
}

/// The first configuration in which something is wrong with the graph of a seed, what, and the smallest graph that shows
/// it; nothing where all is right.
std::string judged(unsigned seed, const fuzz::choice& with) {
  const trial::outcome all = trial::apart(
      [&] {
        const bisector::problem given = fuzz::problem_of_chance(seed, with);
        const fuzz::judge judge(given);
        for (const fuzz::configuration& each : fuzz::configurations(seed))
          if (!judge.fault(each).empty()) return each.name;
        return std::string();
      },
      seconds_a_graph);
  if (all.crashed.empty() && all.said.empty()) return {};
  const bisector::problem given = fuzz::problem_of_chance(seed, with);
  for (const fuzz::configuration& each : fuzz::configurations(seed)) {
    const std::string why = fault_apart(given, each);
    if (why.empty()) continue;
    const bisector::problem least =
        bisector::shrink(given, [&](const bisector::problem& part) { return !fault_apart(part, each).empty(); });
    return each.name + ": " + why + "\n" + text_of(least) + fault_apart(least, each) + "\n";
  }
  return all.crashed + ", not again\n";
}

double processor_seconds() {
  double sum = 0;
  for (int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage used{};
    getrusage(who, &used);
    sum += static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
  }
  return sum;
}

/// Whether all were right.
bool search(const arguments& given) {
  const std::time_t end = std::time(nullptr) + given.seconds;
  unsigned graphs = 0;
  unsigned faults = 0;
  std::map<std::string_view, int> drawn;
  for (const op_info* each : compiler::operators())
    if (each->kind != category::source) drawn[each->view()] = 0;
  for (unsigned seed = given.first; given.count > 0 ? graphs < given.count : std::time(nullptr) < end; ++seed) {
    const std::string fault = judged(seed, choice_of(given, true));
    ++graphs;
    for (const ir::node& each : fuzz::problem_of_chance(seed, choice_of(given, true)).graph.nodes)
      ++drawn[each.op->view()];
    if (fault.empty()) continue;
    ++faults;
    std::cout << "seed " << seed << ": " << fault << std::flush;
  }
  std::cout << "least drawn:";
  for (const auto& [op, count] : drawn)
    if (count * 1000 < static_cast<int>(graphs)) std::cout << ' ' << op << ' ' << count;
  std::printf("\n%u graphs from seed %u, %u faults, %.0f s of processor time\n", graphs, given.first, faults,
              processor_seconds());
  return faults == 0;
}

/// Programs that run graphs with the library's kernels.
void write(const arguments& given) {
  std::vector<trial::trial> trials;
  for (unsigned seed = given.first; trials.size() < given.count; ++seed) {
    trial::trial next{"seed " + std::to_string(seed), fuzz::problem_of_chance(seed, choice_of(given, false)), {}};
    next.wanted = trial::expect(next.given.graph, next.given.sources, 8, 40);
    if (next.wanted.is_usable) trials.push_back(std::move(next));
  }
  trial::write(given.output, trials, given.in_one);
}

}  // namespace

int main(int count, char** words) {
  arguments given;
  CLI::App app{
      "Graphs of chance over all ops: each compiled in many ways, the plans done number by number and held "
      "against the reference.",
      "litho-fuzz"};
  app.footer("Exit status: 0 all are right, 1 some are not, 2 wrong arguments.");
  app.add_option("--seed", given.first, "the first graph's (1)");
  app.add_option("--count", given.count, "how many graphs; else as many as there is time for")->take_last();
  app.add_option("--seconds", given.seconds, "how long (60)");
  app.add_option("--most", given.most, "the most ops in a graph (30)")->check(CLI::Range(1, 200));
  app.add_option("--only", given.only, "an op that each graph has");
  app.add_option("--write", given.output,
                 "write programs that run --count graphs at O0 and O3 here, and do nothing else");
  app.add_option("--in-one", given.in_one, "graphs in one source file of --write (10)")->check(CLI::Range(1, 1000));
  try {
    app.parse(count, words);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  try {
    if (given.output.empty()) return search(given) ? 0 : 1;
    write(given);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "litho-fuzz: " << error.what() << '\n';
    return 2;
  }
}
