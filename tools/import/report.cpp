// SPDX-License-Identifier: BSL-1.0
#include "report.hpp"

#include <algorithm>
#include <fstream>
#include <ostream>

#include <litho/ir/print.hpp>
#include <litho/network.hpp>
#include <litho/plan/print.hpp>

#include "../compiler/compile.hpp"

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
  if (with.precision != "exact" && with.precision != "half")
    throw refusal("--precision takes exact or half, not " + with.precision);
  if (with.precision == "half") all.precision = precision::half;
  all.streams = with.streams;
  return all;
}

constexpr const device* targets[] = {&npu::host,       &npu::cortex_m4f,  &npu::cortex_m7,
                                     &npu::ascend_910, &npu::ascend_910b, &npu::ascend_950};

const device& target_of(const compilation& with) {
  if (with.target.empty()) return npu::default_device;
  std::string known;
  for (const device* each : targets) {
    if (with.target == each->name) return *each;
    known += " " + std::string(each->name);
  }
  throw refusal("--target " + with.target + ": the library knows" + known);
}

/// The model's name of a node, where it still has one.
std::string_view label_of(const ir::node& node) {
  return node.op->kind == category::source ? std::string_view() : node.name;
}

/// As ir::print, with the names of the model behind the nodes.
std::string text_of(const ir::graph& g) {
  std::string text;
  for (int at = 0; at < g.size(); ++at) {
    text_builder line;
    ir::print_node(line, g, at);
    text += line.view();
    if (const std::string_view label = label_of(g[at]); !label.empty()) text += "  // " + std::string(label);
    text += '\n';
  }
  for (const ir::output& each : g.outputs)
    text += "return \"" + std::string(each.name) + "\" %" + std::to_string(each.node) + "\n";
  return text;
}

/// A graph for `dot -Tsvg`: kernels are boxes around their nodes.
std::string dot_of(const ir::graph& g) {
  std::string text = "digraph {\n  node [shape=box fontname=monospace];\n";
  std::map<int, std::string> kernels;
  for (int at = 0; at < g.size(); ++at) {
    const ir::node& node = g[at];
    std::string label = std::string(node.op->view()) + " " + importer::text_of(node.type);
    if (!node.name.empty()) label += "\\n" + std::string(node.name);
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

/// Writes each stage to a folder: ir_01_simplify.txt, "(unchanged)" where nothing changed, and .dot beside it.
class dumper : public compiler::observer {
 public:
  /// An empty folder is nowhere.
  explicit dumper(std::filesystem::path folder) : folder_(std::move(folder)) {}

  void skipped(const char* pass) override { write(pass, "txt", "(off)\n", true); }
  void ran(const char* pass, const ir::graph& g) override {
    if (folder_.empty()) return;
    write(pass, "dot", dot_of(g), false);
    stage(pass, text_of(g));
  }
  void ran(const char* pass, const plan::plan& p) override {
    if (folder_.empty()) return;
    stage(pass, std::string(plan::print(p).view()) + std::string(plan::print_memory(p).view()));
  }

 private:
  void stage(const char* pass, std::string text) {
    write(pass, "txt", text == last_ ? "(unchanged)\n" : text, true);
    last_ = std::move(text);
  }
  void write(const char* pass, const char* kind, const std::string& text, bool counts) {
    if (folder_.empty()) return;
    std::ofstream(folder_ /
                  ("ir_" + std::string(number_ < 10 ? "0" : "") + std::to_string(number_) + "_" + pass + "." + kind))
        << text;
    if (counts) ++number_;
  }

  std::filesystem::path folder_;
  int number_ = 0;
  std::string last_;
};

/// The graph as the compiler will see it, with the names of the model where it has none.
ir::graph as_compiled(const imported& model) {
  ir::graph g = model.made.graph;
  for (ir::node& each : g.nodes) {
    if (each.op->kind != category::source && each.origin >= 0)
      each.name = model.made.labels[static_cast<std::size_t>(each.origin)];
    each.origin = -1;
  }
  return g;
}

void print_table(const std::map<std::string, int>& counts, std::ostream& out) {
  std::vector<std::pair<int, std::string>> sorted;
  for (const auto& [name, count] : counts) sorted.emplace_back(-count, name);
  std::sort(sorted.begin(), sorted.end());
  for (const auto& [count, name] : sorted) out << "  " << -count << "  " << name << '\n';
}

}  // namespace

pass::context context_of(const compilation& with) {
  return {options_of(with), target_of(with), &exec::workspace_bytes, &exec::busiest_share};
}

std::string members_text(const compilation& with) {
  std::string text;
  const options all = options_of(with);
  if (!with.off.empty() || all.precision != precision::exact) {
    text += "  static constexpr litho::options options = [] {\n    litho::options all = litho::" + with.level + ";\n";
    for (const std::string& off : with.off) text += "    all." + off + " = false;\n";
    if (all.precision == precision::half) text += "    all.precision = litho::precision::half;\n";
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
    out << "model: " << model.model_nodes << " nodes" << (model.opsets.empty() ? "" : ", opsets " + model.opsets)
        << "\nops of the model:\n";
    print_table(model.ops, out);
    out << "graph: " << g.size() << " nodes\nlibrary ops:\n";
    print_table(ops, out);
    out << "parameters: " << model.made.weights.size() << " tensors, " << elements << " elements, " << bytes
        << " bytes\n";
    for (const port& each : model.inputs) out << "input " << each.name << ": " << importer::text_of(each.type) << '\n';
    for (const port& each : model.outputs)
      out << "output " << each.name << ": " << importer::text_of(each.type) << '\n';
  }
  if (!with) return;
  if (!with->dump.empty()) std::filesystem::create_directories(with->dump);
  dumper observer(with->dump);
  ir::graph compiled = as_compiled(model);
  observer.ran("lowered", compiled);
  const plan::plan made = compiler::compile(compiled, context_of(*with), observer);
  if (!prints) return;
  out << with->level << ": " << made.totals.kernels << " kernels, " << made.totals.multiply_adds
      << " multiply-adds, arena " << made.totals.arena_bytes << " bytes (load: " << made.totals.load_arena_bytes
      << "), weights " << made.totals.weight_bytes << " bytes\n"
      << plan::print(made).view();
}

}  // namespace litho::importer
