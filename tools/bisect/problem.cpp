// SPDX-License-Identifier: BSL-1.0
#include "problem.hpp"

#include <graphs/values.hpp>
#include <litho/op/input.hpp>
#include <litho/op/param.hpp>
#include <set>

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
    const std::string_view kept = keep(std::move(name));
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

std::string_view keep(std::string text) {
  static std::set<std::string, std::less<>> texts;
  return *texts.insert(std::move(text)).first;
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

/// The text of attributes with a number in place of another.
std::string replaced(std::string_view text, std::int64_t old, std::int64_t renewed) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto continues = [&](char c) { return is_digit(c) || c == '.' || c == '-' || std::isalpha(c) != 0; };
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && continues(text[end])) ++end;
    if (end == at) {
      result += text[at++];
      continue;
    }
    const std::string_view word = text.substr(at, end - at);
    result += word == std::to_string(old) ? std::to_string(renewed) : std::string(word);
    at = end;
  }
  return result;
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
    if (old > 0) {
      text_builder text;
      node.op->print(text, g.attributes(at));
      const std::string changed = replaced(text.view(), old, renewed);
      std::string_view rest = changed;
      attribute_values attributes;
      if (!node.op->parse(rest, attributes)) return {};
      g.set_attributes(at, attributes.view());
    }
    std::vector<tensor_type> types;
    for (int input : g.inputs(at)) types.push_back(g[input].type);
    const inferred type = node.op->infer(types, g.attributes(at));
    if (!type.ok()) return {};
    g[at].type = type.type;
  }
  return result;
}

}  // namespace litho::bisector
