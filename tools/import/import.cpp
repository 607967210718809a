// SPDX-License-Identifier: BSL-1.0
#include "import.hpp"

#include <iostream>

#include <litho/ir/verify.hpp>
#include <litho/pass/dce.hpp>

#include "library.hpp"
#include "walk.hpp"

namespace litho::importer {

namespace {

onnx::ModelProto parse(const std::filesystem::path& file) {
  onnx::ModelProto model;
  if (!model.ParseFromString(read_file(file))) throw refusal(file.string() + ": is damaged or not an ONNX model");
  if (!model.has_graph() || model.graph().node_size() + model.graph().output_size() == 0)
    throw refusal(file.string() + ": has no graph");
  if (model.opset_import_size() == 0 && model.ir_version() >= 3) throw refusal(file.string() + ": names no opset");
  return model;
}

std::int64_t dimension(const onnx::TensorShapeProto::Dimension& dim, const std::string& input, int axis, const request& asked) {
  const auto bound = [&](const std::string& name) -> std::int64_t {
    const auto found = asked.bind.find(name);
    return found == asked.bind.end() ? -1 : found->second;
  };
  if (dim.has_dim_value() && dim.dim_value() >= 0) return dim.dim_value();
  std::string name = dim.has_dim_param() ? dim.dim_param() : "";
  std::int64_t extent = name.empty() ? -1 : bound(name);
  if (extent < 0) extent = bound(input + " dim " + std::to_string(axis));
  if (extent < 0)
    throw refusal("input " + input + ": dimension " + std::to_string(axis) + " is " + (name.empty() ? "open" : "symbolic (" + name + ")") +
                  "; give --input " + input + ":SIZExSIZE..." + (name.empty() ? "" : " or --bind " + name + "=SIZE"));
  return extent;
}

tensor_type type_of(const onnx::ValueInfoProto& info, const request& asked) {
  const std::string what = "input " + info.name();
  if (!info.type().has_tensor_type()) throw refusal(what + ": is no tensor (sequence, optional, map or sparse are not supported)");
  const onnx::TypeProto::Tensor& declared = info.type().tensor_type();
  tensor_type type{.element = element_type(declared.elem_type(), what), .dims = {}};
  if (const auto given = asked.shapes.find(info.name()); given != asked.shapes.end()) {
    if (declared.has_shape() && declared.shape().dim_size() != given->second.count)
      throw refusal(what + ": has " + std::to_string(declared.shape().dim_size()) + " axes, --input gives " + std::to_string(given->second.count));
    type.dims = given->second;
    return type;
  }
  if (!declared.has_shape()) throw refusal(what + ": has no shape; give --input " + info.name() + ":SIZExSIZE...");
  if (declared.shape().dim_size() > max_rank) throw refusal(what + ": has more than 8 axes");
  for (int axis = 0; axis < declared.shape().dim_size(); ++axis)
    type.dims.push_back(dimension(declared.shape().dim(axis), info.name(), axis, asked));
  if (type.elements() > most_elements / 16) throw refusal(what + ": is absurdly large: " + text_of(type));
  return type;
}

/// --const NAME=FILE or NAME=VALUE: the type is the input's, where it is known.
value constant_of(const onnx::ValueInfoProto& info, const std::string& given, const request& asked, builder& to) {
  const std::filesystem::path file(given);
  if (file.extension() == ".npy" || file.extension() == ".pb") return to.constant(read_array(file), info.name());
  const dtype element = element_type(info.type().tensor_type().elem_type(), "input " + info.name());
  char* end = nullptr;
  const double single = std::strtod(given.c_str(), &end);
  if (given.empty() || *end != 0) throw refusal("--const " + info.name() + ": " + given + " is neither a number nor a .npy or .pb file");
  if (!info.type().tensor_type().has_shape()) return to.scalar(element, single);
  const tensor_type type = type_of(info, asked);
  if (type.elements() != 1) throw refusal("--const " + info.name() + ": one number for " + text_of(type));
  return to.constant(tensor{type, {rounded(element, single)}, {}});
}

void add_inputs(const onnx::GraphProto& graph, const request& asked, imported& result, scope& names) {
  int position = 0;
  for (const onnx::ValueInfoProto& info : graph.input()) {
    if (names.own(info.name())) continue;  // an initialiser gives its value
    const int at = position++;
    if (const auto given = asked.consts.find(info.name()); given != asked.consts.end()) {
      names.define(info.name(), constant_of(info, given->second, asked, result.made));
      result.constant_inputs.emplace_back(at, info.name());
      continue;
    }
    const tensor_type type = type_of(info, asked);
    const value made = result.made.input(info.name(), type);
    result.inputs.push_back({info.name(), made->name, type, at, made->node});
    names.define(info.name(), made);
  }
  for (const auto& [name, shape] : asked.shapes)
    if (!names.own(name)) throw refusal("--input " + name + ": the model has no such input");
  for (const auto& [name, text] : asked.consts)
    if (!names.own(name)) throw refusal("--const " + name + ": the model has no such input");
}

/// Drops what no output needs, inputs aside, and the parameters with it.
void clean(imported& result, const onnx::GraphProto& graph, const scope& names) {
  builder& to = result.made;
  std::set<std::string> output_names;
  for (const onnx::ValueInfoProto& info : graph.output()) {
    to.where = "output " + info.name();
    const value found = names.find(info.name());
    if (!found) to.refuse("no node computes it");
    if (info.type().has_tensor_type() && info.type().tensor_type().elem_type() != 0 &&
        info.type().tensor_type().elem_type() != static_cast<int>(found->type.element))
      to.refuse("is declared as element type " + std::to_string(info.type().tensor_type().elem_type()) + " but the graph gives " + text_of(found->type));
    std::string name = info.name().substr(0, 60);
    while (!output_names.insert(name).second) name += "_";
    result.outputs.push_back({info.name(), name, found->type, 0, to.node_of(found)});
    to.graph.outputs.push_back({result.outputs.back().node, to.keep(name)});
  }
  to.where.clear();
  // dce keeps every source as part of a network's signature; here only the inputs are one.
  ir::graph& g = to.graph;
  std::vector<bool> live(g.nodes.size());
  for (const ir::output& out : g.outputs) live[static_cast<std::size_t>(out.node)] = true;
  for (int at = g.size() - 1; at >= 0; --at) {
    if (g.is<"input">(at)) live[static_cast<std::size_t>(at)] = true;
    if (live[static_cast<std::size_t>(at)])
      for (int input : g.inputs(at)) live[static_cast<std::size_t>(input)] = true;
  }
  std::set<std::string, std::less<>> used;
  for (int at = 0; at < g.size(); ++at)
    if (live[static_cast<std::size_t>(at)] && g.is<"param">(at)) used.emplace(g[at].name);
  std::erase_if(to.weights, [&](const auto& each) { return !used.contains(each.first); });
  ir::rewriter copy(g);
  for (int at = 0; at < g.size(); ++at)
    if (live[static_cast<std::size_t>(at)]) copy.copy(at);
  for (port& each : result.inputs) each.node = copy.at(each.node);
  for (port& each : result.outputs) each.node = copy.at(each.node);
  to.graph = copy.finish();
  to.graph.origin = -1;
}

}  // namespace

imported import_model(const request& asked) {
  const onnx::ModelProto model = parse(asked.file);
  const std::string complaint = library_complaint(model);
  if (!complaint.empty()) throw refusal(asked.file.string() + ": " + complaint);
  imported result;
  result.producer = model.producer_name() + " " + model.producer_version();
  result.model_nodes = model.graph().node_size();
  walker walk(result.made, model, result.ops);
  for (const auto& [domain, version] : walk.opsets())
    result.opsets += (result.opsets.empty() ? "" : ", ") + (domain.empty() ? "ai.onnx" : domain) + " " + std::to_string(version);
  scope names(nullptr);
  walk.add_initializers(model.graph(), names, "");
  add_inputs(model.graph(), asked, result, names);
  if (model.graph().output_size() == 0) throw refusal(asked.file.string() + ": the graph has no output");
  walk.translate(model.graph().node(), names, "");
  clean(result, model.graph(), names);
  if (const ir::violation found = ir::verify(result.made.graph))
    throw refusal("the graph that was made is wrong, a fault of this tool: " + std::string(ir::explain(result.made.graph, found).view()));
  return result;
}

}  // namespace litho::importer
