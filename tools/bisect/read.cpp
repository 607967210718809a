// SPDX-License-Identifier: BSL-1.0
#include "read.hpp"

#include <graphs/values.hpp>
#include <set>

#include "../compiler/graph_text.hpp"
#include "request.hpp"

namespace litho::bisector {

namespace {

using importer::refusal;

/// A name that the text form can hold and that is not taken.
std::string_view plain_name(std::string_view name, std::set<std::string_view>& taken) {
  std::string plain(name);
  for (char& c : plain)
    if (c == '"' || c == '\\' || static_cast<unsigned char>(c) < ' ') c = '_';
  if (plain.empty()) plain = "_";
  while (taken.contains(plain)) plain += '_';
  return *taken.insert(compiler::keep(std::move(plain))).first;
}

tensor stored_input(const std::filesystem::path& folder, int position, const ir::node& input) {
  const std::filesystem::path file = importer::stored_in(folder, "input_" + std::to_string(position));
  if (!std::filesystem::exists(file))
    throw refusal(folder.string() + ": no stored value for input " + std::string(input.name));
  tensor value = importer::tensor_of(importer::read_array(file));
  if (!(value.type == input.type))
    throw refusal(file.string() + ": input " + std::string(input.name) + " is " + importer::text_of(input.type) +
                  ", the stored one " + importer::text_of(value.type));
  return value;
}

}  // namespace

problem read_problem(const importer::request& asked, const inputs_from& values) {
  problem result;
  std::map<std::string, importer::array_ptr> weights;
  std::map<int, int> positions;  // among the model's inputs, by node
  std::set<std::string_view> taken;
  if (importer::is_model(asked.file)) {
    importer::imported model = importer::import_model(asked);
    weights = std::move(model.made.weights);
    result.graph = std::move(model.made.graph);
    for (const importer::port& each : model.inputs) positions[each.node] = each.position;
    for (int at = 0; at < result.graph.size(); ++at) {
      ir::node& node = result.graph[at];
      node.origin = -1;  // of the model's nodes
      if (node.name.empty()) continue;
      const std::string_view name = plain_name(node.name, taken);
      if (auto weight = weights.extract(std::string(node.name))) {
        weight.key() = std::string(name);
        weights.insert(std::move(weight));
      }
      node.name = name;
    }
    taken.clear();
    for (ir::output& each : result.graph.outputs) each.name = plain_name(each.name, taken);
  } else {
    result.graph = importer::read_text(asked.file);
    for (int at = 0; at < result.graph.size(); ++at)
      if (result.graph.is<"input">(at)) positions.emplace(at, static_cast<int>(positions.size()));
  }
  for (int at = 0; at < result.graph.size(); ++at) {
    const ir::node& node = result.graph[at];
    if (node.op->kind != category::source || node.constant >= 0) continue;
    const auto weight = weights.find(std::string(node.name));
    const auto position = positions.find(at);
    if (weight != weights.end())
      result.sources.push_back({node.name, importer::tensor_of(*weight->second)});
    else if (position != positions.end() && !values.folder.empty())
      result.sources.push_back({node.name, stored_input(values.folder, position->second, node)});
    else
      result.sources.push_back({node.name, graphs::random_values(node.name, node.type, values.seed)});
  }
  return result;
}

}  // namespace litho::bisector
