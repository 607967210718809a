// SPDX-License-Identifier: BSL-1.0
#include "compiled.hpp"

#include <deque>
#include <set>

#include "judge.hpp"

namespace litho::conformance {

namespace {

/// What a kernel is compiled for, sizes aside.
std::string variant_of(const ir::graph& of) {
  std::set<std::string> nodes;
  for (int at = 0; at < of.size(); ++at) {
    const ir::node& node = of[at];
    if (node.op->kind == category::source) continue;
    text_builder given;
    text_builder usual;
    attribute_values defaults;
    std::string_view nothing;
    node.op->parse(nothing, defaults);
    node.op->print(given, of.attributes(at));
    node.op->print(usual, defaults.view());
    std::string text(node.op->view());
    if (given.view() != usual.view()) text += " " + std::string(given.view());
    for (char& c : text)
      if (c >= '3' && c <= '9') c = '2';  // 0 and 1 choose branches, what is larger is a size
    for (int input : of.inputs(at)) {
      const tensor_type& type = of[input].type;
      text += " " + std::string(name_of(type.element)) + std::to_string(std::min(type.rank(), 4));
    }
    nodes.insert(text);
  }
  std::string key;
  for (const std::string& each : nodes) key += each + "\n";
  return key;
}

std::vector<ir::named_tensor> sources_of(const importer::imported& model, const test& of) {
  std::vector<ir::named_tensor> result;
  for (const auto& [name, weight] : model.made.weights) result.push_back({name, importer::tensor_of(*weight)});
  for (const importer::port& each : model.inputs)
    result.push_back({each.name, importer::tensor_of(importer::read_array(of.inputs.at(each.model_name)))});
  return result;
}

}  // namespace

std::vector<trial::trial> variants_of(const std::vector<test>& tests) {
  std::vector<trial::trial> result;
  std::set<std::string> known;
  static std::deque<importer::imported> models;  // names of nodes are views into what an import keeps
  for (const test& each : tests) {
    if (each.cases.empty()) continue;
    try {
      importer::imported model = import(each);
      if (!known.insert(variant_of(model.made.graph)).second) continue;
      trial::trial next{each.name, {model.made.graph, sources_of(model, each)}, {}};
      next.wanted = trial::expect(next.given.graph, next.given.sources, 16);
      models.push_back(std::move(model));
      result.push_back(std::move(next));
    } catch (const importer::refusal&) {
      continue;  // told by the table
    }
  }
  return result;
}

}  // namespace litho::conformance
