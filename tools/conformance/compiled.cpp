// SPDX-License-Identifier: BSL-1.0
#include "compiled.hpp"

#include <deque>
#include <set>
#include <sstream>

#include "judge.hpp"

namespace litho::conformance {

namespace {

/// The attributes that are not as usual: names, and values of single numbers up to 3, which choose branches; what is
/// larger, and lists, are sizes.
std::string changed(const op_info& op, std::span<const std::int64_t> attributes) {
  text_builder given;
  text_builder usual;
  attribute_values defaults;
  std::string_view nothing;
  op.parse(nothing, defaults);
  op.print(given, attributes);
  op.print(usual, defaults.view());
  std::istringstream own{std::string(given.view())};
  std::istringstream others{std::string(usual.view())};
  std::string text;
  for (std::string each, other; own >> each && others >> other;) {
    if (each == other) continue;
    const std::size_t value = each.find('=') + 1;
    const bool chooses = each.size() == value + 1 && each[value] <= '3';
    text += " " + (chooses ? each : each.substr(0, value));
  }
  return text;
}

/// What kernels are compiled for, sizes aside.
std::string variant_of(const ir::graph& of) {
  std::set<std::string> nodes;
  for (int at = 0; at < of.size(); ++at) {
    const ir::node& node = of[at];
    if (node.op->kind == category::source) continue;
    std::string text = std::string(node.op->view()) + changed(*node.op, of.attributes(at));
    for (int input : of.inputs(at)) {
      const tensor_type& type = of[input].type;
      text += " " + std::string(name_of(type.element)) + (type.rank() < 2 ? std::to_string(type.rank()) : "");
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
      next.wanted = trial::expect(next.given.graph, next.given.sources, 16, 40);
      models.push_back(std::move(model));
      result.push_back(std::move(next));
    } catch (const importer::refusal&) {
      continue;  // told by the table
    }
  }
  return result;
}

}  // namespace litho::conformance
