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
  if (with.level.size() != 2 || with.level[0] != 'O' || with.level[1] < '0' || with.level[1] > '3')
    throw refusal("--level takes O0 to O3, not " + with.level);
  const std::pair<std::string_view, bool options::*> switches[] = {
      {"simplify", &options::simplify}, {"fold", &options::fold},         {"cse", &options::cse},
      {"dce", &options::dce},           {"patterns", &options::patterns}, {"binding", &options::binding},
      {"layouts", &options::layouts},   {"fuse", &options::fuse},         {"order", &options::order},
      {"memory", &options::memory}};
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

constexpr const device* targets[] = {&npu::host, &npu::cortex_m4f, &npu::cortex_m7, &npu::ascend_910b};

const device& target_of(const compilation& with) {
  if (with.target.empty()) return npu::default_device;
  std::string known;
  for (const device* each : targets) {
    if (with.target == each->name) return *each;
    known += " " + std::string(each->name);
  }
  throw refusal("--target " + with.target + ": the library knows" + known);
}

/// A graph for `dot -Tsvg`: kernels are boxes around their nodes.
std::string dot_of(const ir::graph& g, const std::vector<std::string>& labels) {
  std::string text = "digraph {\n  node [shape=box fontname=monospace];\n";
  std::map<int, std::string> kernels;
  for (int at = 0; at < g.size(); ++at) {
    const ir::node& node = g[at];
    std::string label = std::string(node.op->view()) + " " + text_of(node.type);
    if (node.op->kind == category::source && node.constant < 0) label += "\\n" + std::string(node.name);
    if (node.origin >= 0 && static_cast<std::size_t>(node.origin) < labels.size())
      label += "\\n" + labels[static_cast<std::size_t>(node.origin)];
    std::string clean;
    for (char c : label) clean += c == '"' ? '\'' : c;
    const std::string line = "n" + std::to_string(at) + " [label=\"" + clean + "\"];\n";
    if (node.kernel >= 0)
      kernels[node.kernel] += "    " + line;
    else
      text += "  " + line;
    for (int input : g.inputs(at)) text += "  n" + std::to_string(input) + " -> n" + std::to_string(at) + ";\n";
  }
  for (const auto& [kernel, nodes] : kernels)
    text += "  subgraph cluster_" + std::to_string(kernel) + " {\n    label=\"kernel " + std::to_string(kernel) +
            "\";\n" + nodes + "  }\n";
  for (std::size_t i = 0; i < g.outputs.size(); ++i)
    text += "  out" + std::to_string(i) + " [label=\"" + std::string(g.outputs[i].name) + "\" shape=ellipse];\n  n" +
            std::to_string(g.outputs[i].node) + " -> out" + std::to_string(i) + ";\n";
  return text + "}\n";
}

/// Texts as litho::dump writes them, and each graph as dot beside its text.
template <class Sink>
struct dumper {
  detail::dump_observer<Sink> texts;
  const std::vector<std::string>& labels;

  void skipped(const char* pass) { texts.skipped(pass); }
  void ran(const char* pass, const ir::graph& g) {
    const int number = texts.number;
    texts.ran(pass, g);
    texts.sink(std::string("ir_") + (number < 10 ? "0" : "") + std::to_string(number) + "_" + pass + ".dot",
               dot_of(g, labels));
  }
  void ran(const char* pass, const plan::plan& p) { texts.ran(pass, p); }
};

void print_table(const std::map<std::string, int>& counts, std::ostream& out) {
  std::vector<std::pair<int, std::string>> sorted;
  for (const auto& [name, count] : counts) sorted.emplace_back(-count, name);
  std::sort(sorted.begin(), sorted.end());
  for (const auto& [count, name] : sorted) out << "  " << -count << "  " << name << '\n';
}

}  // namespace

std::string members_text(const compilation& with) {
  std::string text;
  options_of(with);
  if (!with.off.empty()) {
    text += "  static constexpr litho::options options = [] {\n    litho::options all = litho::" + with.level + ";\n";
    for (const std::string& off : with.off) text += "    all." + off + " = false;\n";
    text += "    return all;\n  }();\n";
  } else if (with.level != "O3") {
    text += "  static constexpr litho::options options = litho::" + with.level + ";\n";
  }
  if (!with.target.empty())
    text += "  static constexpr litho::device target = litho::npu::" + std::string(target_of(with).name) + ";\n";
  return text;
}

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
    out << "parameters: " << model.made.weights.size() << " tensors, " << elements << " elements, " << bytes
        << " bytes\n";
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
  dumper<const decltype(sink)> observer{{sink}, model.made.labels};
  observer.texts.last = ir::print(g);
  sink("ir_00_lowered.txt", observer.texts.last.view());
  sink("ir_00_lowered.dot", dot_of(g, model.made.labels));
  const plan::plan made = pass::compile(ir::graph(g), {switches, target_of(*with), &exec::workspace_bytes}, observer);
  if (!prints) return;
  out << with->level << ": " << made.totals.kernels << " kernels, " << made.totals.multiply_adds
      << " multiply-adds, arena " << made.totals.arena_bytes << " bytes, weights " << made.totals.weight_bytes
      << " bytes\n"
      << plan::print(made).view();
}

}  // namespace litho::importer
