// SPDX-License-Identifier: BSL-1.0
#include "import.hpp"

#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/text_format.h>

#include <algorithm>

#include <litho/ir/verify.hpp>
#include <litho/pass/cse.hpp>
#include <litho/pass/simplify.hpp>

#include "library.hpp"
#include "rtneural.hpp"
#include "walk.hpp"

namespace litho::importer {

namespace {

/// Keeps the first complaint of protobuf's text parser, which else writes all to the error stream.
struct first_error : google::protobuf::io::ErrorCollector {
  std::string text;
  void AddError(int line, google::protobuf::io::ColumnNumber column, const std::string& message) override {
    if (text.empty())
      text = "line " + std::to_string(line + 1) + ", column " + std::to_string(column + 1) + ": " + message;
  }
};

/// A model in protobuf's text form, for models that are written by hand.
void parse_text(const std::filesystem::path& file, onnx::ModelProto& model) {
  first_error error;
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&error);
  parser.SetRecursionLimit(100);
  if (!parser.ParseFromString(read_file(file), &model)) throw refusal(file.string() + ": " + error.text);
}

onnx::ModelProto parse(const std::filesystem::path& file) {
  onnx::ModelProto model;
  if (file.extension() == ".textproto")
    parse_text(file, model);
  else if (!model.ParseFromString(read_file(file)))
    throw refusal(file.string() + ": is damaged or not an ONNX model");
  if (!model.has_graph() || model.graph().node_size() + model.graph().output_size() == 0)
    throw refusal(file.string() + ": has no graph");
  if (model.opset_import_size() == 0 && model.ir_version() >= 3) throw refusal(file.string() + ": names no opset");
  return model;
}

void add_used(const onnx::NodeProto& node, std::set<std::string>& names) {
  names.insert(node.input().begin(), node.input().end());
  for (const onnx::AttributeProto& each : node.attribute())
    if (each.has_g())
      for (const onnx::NodeProto& inner : each.g().node()) add_used(inner, names);
}

/// Puts each node behind those that it uses, otherwise in the order of the file. What is on a cycle stays at the end.
void sort(onnx::GraphProto& graph) {
  std::map<std::string, int> makers;
  for (int i = 0; i < graph.node_size(); ++i)
    for (const std::string& name : graph.node(i).output())
      if (!name.empty()) makers.emplace(name, i);
  const auto count = static_cast<std::size_t>(graph.node_size());
  std::vector<std::vector<int>> users(count);
  std::vector<int> waiting(count);
  for (int i = 0; i < graph.node_size(); ++i) {
    std::set<std::string> names;
    add_used(graph.node(i), names);
    std::set<int> before;
    for (const std::string& name : names)
      if (const auto maker = makers.find(name); maker != makers.end() && maker->second != i)
        before.insert(maker->second);
    for (int each : before) users[static_cast<std::size_t>(each)].push_back(i);
    waiting[static_cast<std::size_t>(i)] = static_cast<int>(before.size());
  }
  std::set<int> ready;
  for (int i = 0; i < graph.node_size(); ++i)
    if (waiting[static_cast<std::size_t>(i)] == 0) ready.insert(i);
  std::vector<int> order;
  std::vector<bool> done(count);
  while (!ready.empty()) {
    const int next = *ready.begin();
    ready.erase(ready.begin());
    done[static_cast<std::size_t>(next)] = true;
    order.push_back(next);
    for (int user : users[static_cast<std::size_t>(next)])
      if (--waiting[static_cast<std::size_t>(user)] == 0) ready.insert(user);
  }
  for (int i = 0; i < graph.node_size(); ++i)
    if (!done[static_cast<std::size_t>(i)]) order.push_back(i);
  if (std::is_sorted(order.begin(), order.end())) return;
  google::protobuf::RepeatedPtrField<onnx::NodeProto> sorted;
  for (int each : order) sorted.Add()->Swap(graph.mutable_node(each));
  graph.mutable_node()->Swap(&sorted);
}

std::int64_t dimension(const onnx::TensorShapeProto::Dimension& dim, const std::string& input, int axis,
                       const request& asked) {
  const auto bound = [&](const std::string& name) -> std::int64_t {
    const auto found = asked.bind.find(name);
    return found == asked.bind.end() ? -1 : found->second;
  };
  if (dim.has_dim_value() && dim.dim_value() >= 0) return dim.dim_value();
  std::string name = dim.has_dim_param() ? dim.dim_param() : "";
  std::int64_t extent = name.empty() ? -1 : bound(name);
  if (extent < 0) extent = bound(input + " dim " + std::to_string(axis));
  if (extent < 0)
    throw refusal("input " + input + ": dimension " + std::to_string(axis) + " is " +
                  (name.empty() ? "open" : "symbolic (" + name + ")") + "; give --input " + input + ":SIZExSIZE..." +
                  (name.empty() ? "" : " or --bind " + name + "=SIZE"));
  return extent;
}

tensor_type type_of(const onnx::ValueInfoProto& info, const request& asked) {
  const std::string what = "input " + info.name();
  if (!info.type().has_tensor_type())
    throw refusal(what + ": is no tensor (sequence, optional, map or sparse are not supported)");
  const onnx::TypeProto::Tensor& declared = info.type().tensor_type();
  tensor_type type{.element = element_type(declared.elem_type(), what), .dims = {}};
  if (const auto given = asked.shapes.find(info.name()); given != asked.shapes.end()) {
    if (declared.has_shape() && declared.shape().dim_size() != given->second.count)
      throw refusal(what + ": has " + std::to_string(declared.shape().dim_size()) + " axes, --input gives " +
                    std::to_string(given->second.count));
    type.dims = given->second;
  } else {
    if (!declared.has_shape()) throw refusal(what + ": has no shape; give --input " + info.name() + ":SIZExSIZE...");
    if (declared.shape().dim_size() > max_rank) throw refusal(what + ": has more than 8 axes");
    for (int axis = 0; axis < declared.shape().dim_size(); ++axis)
      type.dims.push_back(dimension(declared.shape().dim(axis), info.name(), axis, asked));
  }
  if (is_absurdly_large(type)) throw refusal(what + ": is absurdly large: " + text_of(type));
  return type;
}

/// --const NAME=FILE or NAME=VALUE: the type is the input's, where it is known.
value constant_of(const onnx::ValueInfoProto& info, const std::string& given, const request& asked, builder& to) {
  const std::filesystem::path file(given);
  if (file.extension() == ".npy" || file.extension() == ".pb") return to.constant(read_array(file), info.name());
  const dtype element = element_type(info.type().tensor_type().elem_type(), "input " + info.name());
  char* end = nullptr;
  const double single = std::strtod(given.c_str(), &end);
  if (given.empty() || *end != 0)
    throw refusal("--const " + info.name() + ": " + given + " is neither a number nor a .npy or .pb file");
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

void add_outputs(const onnx::GraphProto& graph, const scope& names, imported& result) {
  builder& to = result.made;
  for (const onnx::ValueInfoProto& info : graph.output()) {
    to.where = "output " + info.name();
    const value found = names.find(info.name());
    if (!found) to.refuse("no node computes it");
    if (info.type().has_tensor_type() && info.type().tensor_type().elem_type() != 0 &&
        info.type().tensor_type().elem_type() != static_cast<int>(found->type.element))
      to.refuse("is declared as element type " + std::to_string(info.type().tensor_type().elem_type()) +
                " but the graph gives " + text_of(found->type));
    add_output(result, info.name(), found);
  }
}

}  // namespace

void add_output(imported& result, const std::string& model_name, const value& from) {
  builder& to = result.made;
  const auto is_taken = [&](const std::string& name) {
    return std::any_of(result.outputs.begin(), result.outputs.end(),
                       [&](const port& each) { return each.name == name; });
  };
  std::string name = model_name.substr(0, 60);
  while (is_taken(name)) name += "_";
  result.outputs.push_back({model_name, name, from->type, 0, to.node_of(from)});
  to.graph.outputs.push_back({result.outputs.back().node, to.keep(name)});
}

void finish(imported& result) {
  builder& to = result.made;
  to.where.clear();
  // Exporters differ in reshapes of reshapes and in nodes written twice; passes of the library take both away.
  to.graph = pass::cse::run(pass::simplify::run(std::move(to.graph), {}), {});
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
  to.graph = copy.finish();
  for (port& each : result.inputs)
    for (int at = 0; at < to.graph.size(); ++at)
      if (to.graph.is<"input">(at) && to.graph[at].name == each.name) each.node = at;
  for (std::size_t i = 0; i < result.outputs.size(); ++i) result.outputs[i].node = to.graph.outputs[i].node;
  to.graph.origin = -1;
  if (const ir::violation found = ir::verify(to.graph))
    throw refusal("the graph that was made is wrong, a fault of this tool: " +
                  std::string(ir::explain(to.graph, found).view()));
}

imported import_model(const request& asked) {
  if (asked.file.extension() == ".json") return import_rtneural(asked);
  onnx::ModelProto model = parse(asked.file);
  load_external_data(*model.mutable_graph(), asked.file.parent_path());
  sort(*model.mutable_graph());
  const std::string complaint = library_complaint(model);
  if (!complaint.empty()) throw refusal(asked.file.string() + ": " + complaint);
  imported result;
  result.made.logs = asked.log;
  result.producer = model.producer_name() + " " + model.producer_version();
  result.model_nodes = model.graph().node_size();
  walker walk(result.made, model, result.ops, asked.map);
  for (const auto& [domain, version] : walk.opsets())
    result.opsets +=
        (result.opsets.empty() ? "" : ", ") + (domain.empty() ? "ai.onnx" : domain) + " " + std::to_string(version);
  scope names(nullptr);
  walk.add_initializers(model.graph(), names, "");
  add_inputs(model.graph(), asked, result, names);
  if (model.graph().output_size() == 0) throw refusal(asked.file.string() + ": the graph has no output");
  walk.translate(model.graph().node(), names, "");
  add_outputs(model.graph(), names, result);
  finish(result);
  return result;
}

}  // namespace litho::importer
