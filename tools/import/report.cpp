// SPDX-License-Identifier: BSL-1.0
#include "report.hpp"

#include <algorithm>
#include <fstream>
#include <ostream>

#include <litho/dump.hpp>

namespace litho::importer {

namespace {

options options_of(const compilation& with) {
  options all = with.level == "O0" ? O0 : with.level == "O1" ? O1 : with.level == "O2" ? O2 : O3;
  if (with.level.size() != 2 || with.level[0] != 'O' || with.level[1] < '0' || with.level[1] > '3') throw refusal("--level takes O0 to O3, not " + with.level);
  const std::pair<std::string_view, bool options::*> switches[] = {
      {"simplify", &options::simplify}, {"fold", &options::fold},       {"cse", &options::cse},         {"dce", &options::dce},
      {"patterns", &options::patterns}, {"binding", &options::binding}, {"layouts", &options::layouts}, {"fuse", &options::fuse},
      {"order", &options::order},       {"memory", &options::memory}};
  for (const std::string& off : with.off) {
    bool found = false;
    for (const auto& [name, field] : switches)
      if (name == off) {
        all.*field = false;
        found = true;
      }
    if (!found) throw refusal("--off " + off + ": there is no such pass");
  }
  return all;
}

void print_table(const std::map<std::string, int>& counts, std::ostream& out) {
  std::vector<std::pair<int, std::string>> sorted;
  for (const auto& [name, count] : counts) sorted.emplace_back(-count, name);
  std::sort(sorted.begin(), sorted.end());
  for (const auto& [count, name] : sorted) out << "  " << -count << "  " << name << '\n';
}

}  // namespace

void report(const imported& model, const std::optional<compilation>& with, bool prints, std::ostream& out) {
  const ir::graph& g = model.made.graph;
  if (prints) {
    std::map<std::string, int> ops;
    for (int at = 0; at < g.size(); ++at) ++ops[std::string(g[at].op->view())];
    std::int64_t elements = 0;
    std::int64_t bytes = 0;
    for (const auto& [name, tensor] : model.made.weights) {
      elements += tensor->elements();
      bytes += tensor->type.bytes();
    }
    out << "model: " << model.model_nodes << " nodes, opsets " << model.opsets << "\nONNX ops:\n";
    print_table(model.ops, out);
    out << "graph: " << g.size() << " nodes\nlibrary ops:\n";
    print_table(ops, out);
    out << "parameters: " << model.made.weights.size() << " tensors, " << elements << " elements, " << bytes << " bytes\n";
    for (const port& each : model.inputs) out << "input " << each.name << ": " << text_of(each.type) << '\n';
    for (const port& each : model.outputs) out << "output " << each.name << ": " << text_of(each.type) << '\n';
  }
  if (!with) return;
  const options switches = options_of(*with);
  const auto sink = [&](std::string_view file, std::string_view text) {
    if (with->dump.empty()) return;
    std::ofstream(with->dump / std::string(file)) << text;
  };
  if (!with->dump.empty()) std::filesystem::create_directories(with->dump);
  detail::dump_observer<const decltype(sink)> observer{sink};
  observer.last = ir::print(g);
  sink("ir_00_lowered.txt", observer.last.view());
  const plan::plan made = pass::compile(ir::graph(g), {switches, npu::default_device, &exec::workspace_bytes}, observer);
  if (!prints) return;
  out << with->level << ": " << made.totals.kernels << " kernels, " << made.totals.multiply_adds << " multiply-adds, arena " << made.totals.arena_bytes
      << " bytes, weights " << made.totals.weight_bytes << " bytes\n"
      << plan::print(made).view();
}

}  // namespace litho::importer
