// SPDX-License-Identifier: BSL-1.0
#include "problem.hpp"

#include <algorithm>
#include <cctype>
#include <graphs/values.hpp>
#include <litho/op/input.hpp>
#include <litho/op/param.hpp>
#include <set>

#include "../compiler/graph_text.hpp"

namespace litho::bisector {

namespace {

bool is_source(const ir::graph& g, int at) { return g[at].op->kind == category::source; }

/// Constants of more elements than a pass would fold become parameters.
constexpr std::int64_t most_constant = 64;

/// What a value becomes that is computed no more: what it was for the passes, known to the compiler, at load or at a run.
class cutter {
 public:
  explicit cutter(const ir::graph& of) : when_(static_cast<std::size_t>(of.size())) {
    for (int at = 0; at < of.size(); ++at) {
      binding& own = when_[static_cast<std::size_t>(at)];
      if (is_source(of, at)) {
        own = of[at].constant >= 0 ? binding::compile : of.is<"param">(at) ? binding::load : binding::run;
      } else {
        own = of.inputs(at).size() == 0 ? binding::run : binding::compile;
        for (int input : of.inputs(at)) own = std::max(own, when_[static_cast<std::size_t>(input)]);
      }
      if (is_source(of, at)) names_.insert(of[at].name);
    }
  }

  void add(problem& to, int node, const tensor& value) {
    const binding when = when_[static_cast<std::size_t>(node)];
    if (when == binding::compile && value.type.elements() <= most_constant) {
      to.graph.append_constant(value);
      return;
    }
    std::string name = "v" + std::to_string(node);
    while (names_.contains(name)) name += '_';
    const std::string_view kept = compiler::keep(std::move(name));
    names_.insert(kept);
    to.graph.append_source(when == binding::run ? info_of<"input"> : info_of<"param">, value.type, kept);
    to.sources.push_back({kept, value});
  }

 private:
  std::vector<binding> when_;
  std::set<std::string_view> names_;
};

}  // namespace

extent extent_of(const problem& of) {
  extent result;
  result.outputs = static_cast<int>(of.graph.outputs.size());
  for (int at = 0; at < of.graph.size(); ++at) {
    ++(is_source(of.graph, at) ? result.sources : result.ops);
    result.controls += of.graph[at].controls.count;
    if (is_source(of.graph, at)) result.elements += of.graph[at].type.elements();
  }
  return result;
}

vec<tensor> values_of(const problem& of) {
  ir::graph all = of.graph;
  all.outputs.clear();
  for (int at = 0; at < all.size(); ++at) all.outputs.push_back({at, "value"});
  return ir::evaluate(all, of.sources);
}

selection::selection(const ir::graph& all)
    : cut(all.nodes.size()),
      instead(all.nodes.size()),
      free(all.nodes.size()),
      outputs(all.outputs.begin(), all.outputs.end()) {
  for (std::size_t at = 0; at < instead.size(); ++at) instead[at] = static_cast<int>(at);
}

problem part_of(const problem& of, const vec<tensor>& values, const selection& chosen) {
  const ir::graph& g = of.graph;
  const auto resolved = [&](int node) {
    while (chosen.instead[static_cast<std::size_t>(node)] != node)
      node = chosen.instead[static_cast<std::size_t>(node)];
    return node;
  };
  std::vector<bool> live(g.nodes.size());
  const auto need = [&](int node) { live[static_cast<std::size_t>(resolved(node))] = true; };
  for (const ir::output& out : chosen.outputs) need(out.node);
  for (int at = g.size() - 1; at >= 0; --at) {
    const auto own = static_cast<std::size_t>(at);
    if (!live[own] || chosen.cut[own]) continue;
    for (int input : g.inputs(at)) need(input);
    if (!chosen.free[own])
      for (int before : g.controls(at)) need(before);
  }
  problem result;
  cutter cuts(g);
  std::vector<int> renewed(g.nodes.size(), -1);
  const auto mapped = [&](stretch<const int> nodes) {
    std::vector<int> list;
    for (int each : nodes) list.push_back(renewed[static_cast<std::size_t>(resolved(each))]);
    return list;
  };
  for (int at = 0; at < g.size(); ++at) {
    const auto own = static_cast<std::size_t>(at);
    if (!live[own]) continue;
    renewed[own] = result.graph.size();
    if (chosen.cut[own]) {
      cuts.add(result, at, values[own]);
      continue;
    }
    if (const tensor* known = g.constant(at))
      result.graph.append_constant(*known);
    else
      result.graph.append(*g[at].op, g[at].type, mapped(g.inputs(at)),
                          {g.attributes(at).begin(), g.attributes(at).end()});
    ir::node& made = result.graph[renewed[own]];
    made.name = g[at].name;
    made.when = g[at].when;
    made.origin = g[at].origin;
    made.kernel = g[at].kernel;
    if (!chosen.free[own] && g.controls(at).size() > 0) result.graph.add_controls(renewed[own], mapped(g.controls(at)));
    if (is_source(g, at) && g[at].constant < 0) result.sources.push_back({g[at].name, values[own]});
  }
  for (const ir::output& out : chosen.outputs)
    result.graph.outputs.push_back({renewed[static_cast<std::size_t>(resolved(out.node))], out.name});
  return result;
}

problem with_random_values(problem of, unsigned seed) {
  of.sources.clear();
  for (ir::named_tensor& each : graphs::random_sources(of.graph, seed)) of.sources.push_back(std::move(each));
  return of;
}

namespace {

/// The first elements along each axis.
tensor corner_of(const tensor& of, const shape& dims) {
  tensor result{of.type, {}, {}};
  result.type.dims = dims;
  const ints strides = strides_of(of.type.dims);
  detail::for_each_index(dims, [&](std::int64_t, const ints& at) {
    result.values.push_back(of.values[static_cast<std::size_t>(detail::offset_of(at, strides))]);
  });
  return result;
}

/// Attributes as text, cut into whole numbers and what stands between them.
std::vector<std::string> words_of(const ir::graph& g, int node) {
  text_builder printed;
  g[node].op->print(printed, g.attributes(node));
  const auto is_number = [](char c) { return std::isdigit(c) != 0 || c == '.' || c == '-' || std::isalpha(c) != 0; };
  std::vector<std::string> words;
  for (char c : printed.view()) {
    if (words.empty() || is_number(c) != is_number(words.back().back())) words.emplace_back();
    words.back() += c;
  }
  return words;
}

/// Gives a node these attributes and the type that its op then infers; whether the op takes them.
bool takes(ir::graph& g, int node, const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& each : words) text += each;
  std::string_view rest = text;
  attribute_values attributes;
  if (!g[node].op->parse(rest, attributes)) return false;
  std::vector<tensor_type> types;
  for (int input : g.inputs(node)) types.push_back(g[input].type);
  const inferred type = g[node].op->infer(types, attributes.view());
  if (!type.ok()) return false;
  g.set_attributes(node, attributes.view());
  g[node].type = type.type;
  return true;
}

/// As takes, with one number smaller where the op refuses all as they are: reshape names its result's extents.
bool takes_smaller(ir::graph& g, int node, std::vector<std::string> words) {
  if (takes(g, node, words)) return true;
  constexpr std::int64_t most = 64;
  for (std::string& word : words) {
    const std::string old = word;
    if (old.size() > 9 || !std::all_of(old.begin(), old.end(), [](unsigned char c) { return std::isdigit(c) != 0; }))
      continue;
    for (std::int64_t less = 1; less < std::min<std::int64_t>(std::stoll(old), most); ++less) {
      word = std::to_string(less);
      if (takes(g, node, words)) return true;
    }
    word = old;
  }
  return false;
}

}  // namespace

problem resized(const problem& of, const std::vector<shape>& to, std::int64_t old, std::int64_t renewed) {
  problem result = of;
  ir::graph& g = result.graph;
  for (int at = 0; at < g.size(); ++at) {
    ir::node& node = g[at];
    if (is_source(g, at)) {
      node.type.dims = to[static_cast<std::size_t>(at)];
      if (node.constant >= 0) {
        tensor& value = g.constants[static_cast<std::size_t>(node.constant)];
        value = corner_of(value, node.type.dims);
      }
      for (ir::named_tensor& each : result.sources)
        if (node.constant < 0 && each.name == node.name) each.value = corner_of(each.value, node.type.dims);
      g.set_attributes(at, packed(source_of(node.type)).view());
      continue;
    }
    std::vector<std::string> words = words_of(g, at);
    for (std::string& word : words)
      if (old > 0 && word == std::to_string(old)) word = std::to_string(renewed);
    if (!takes_smaller(g, at, std::move(words))) return {};
  }
  return result;
}

}  // namespace litho::bisector
