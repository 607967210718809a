// SPDX-License-Identifier: BSL-1.0
#include "walk.hpp"

#include <iostream>

#include "library.hpp"

namespace litho::importer {

namespace {

constexpr int deepest_nesting = 32;

std::string full_name(const onnx::NodeProto& proto) {
  const bool is_standard = proto.domain().empty() || proto.domain() == "ai.onnx";
  return is_standard ? proto.op_type() : proto.domain() + "::" + proto.op_type();
}

std::string label_of(const onnx::NodeProto& proto, const std::string& prefix) {
  if (!proto.name().empty()) return prefix + proto.name();
  for (const std::string& each : proto.output())
    if (!each.empty()) return prefix + each;
  return prefix + proto.op_type();
}

/// The function's attributes in place of references to them.
void replace_references(onnx::NodeProto& body, const onnx::NodeProto& caller) {
  auto* attributes = body.mutable_attribute();
  for (int i = attributes->size() - 1; i >= 0; --i) {
    onnx::AttributeProto& each = *attributes->Mutable(i);
    if (!each.ref_attr_name().empty()) {
      const onnx::AttributeProto* given = nullptr;
      for (const onnx::AttributeProto& other : caller.attribute())
        if (other.name() == each.ref_attr_name()) given = &other;
      if (given == nullptr) {
        attributes->DeleteSubrange(i, 1);
        continue;
      }
      const std::string name = each.name();
      each = *given;
      each.set_name(name);
      each.clear_ref_attr_name();
    }
    if (each.has_g())
      for (onnx::NodeProto& inner : *each.mutable_g()->mutable_node()) replace_references(inner, caller);
  }
}

void log(const onnx::NodeProto& proto, const scope& names, const values& outputs, const std::string& prefix) {
  const auto shown = [](const value& x) {
    return !x ? std::string("none") : text_of(x->type) + (x->known ? " known" : "");
  };
  std::string line = full_name(proto) + " " + label_of(proto, prefix) + ":";
  for (const std::string& each : proto.input())
    line += (each == proto.input(0) ? " " : ", ") + (each.empty() ? "none" : shown(names.find(each)));
  line += " ->";
  for (const value& each : outputs) line += " " + shown(each);
  std::cerr << line << '\n';
}

/// A node that is an op of the library as it stands: attributes of the same names, all inputs.
values direct(const node& n, const std::string& op) {
  settings with;
  for (const onnx::AttributeProto& each : n.proto.attribute()) {
    if (each.has_i())
      with.emplace_back(each.name(), each.i());
    else if (each.has_f())
      with.emplace_back(each.name(), static_cast<double>(each.f()));
    else if (each.ints_size() > 0 || each.type() == onnx::AttributeProto::INTS)
      with.emplace_back(each.name(), to_ints(n.integers(each.name())));
    else
      n.refuse("attribute " + each.name() + " is neither a number nor a list of whole numbers");
  }
  values inputs;
  for (int i = 0; i < n.size(); ++i) inputs.push_back(n.in(i));
  return {n.to.make(op, inputs, with)};
}

}  // namespace

bool holds(const builder& to, const value& condition, const std::string& unknown) {
  if (!condition->known) to.refuse(unknown);
  if (condition->type.elements() != 1) to.refuse("the condition is " + text_of(condition->type) + ", not one bool");
  return static_cast<double>(tensor_of(*condition->known).values[0]) != 0;
}

walker::walker(builder& to, const onnx::ModelProto& model, std::map<std::string, int>& ops,
               const std::map<std::string, std::string>& map)
    : to_(to), model_(model), ops_(ops), map_(map) {
  for (const onnx::OperatorSetIdProto& each : model.opset_import()) {
    const std::string domain = each.domain() == "ai.onnx" ? "" : each.domain();
    opsets_[domain] = static_cast<int>(std::min<std::int64_t>(each.version(), 1 << 20));
  }
  if (opsets_.empty()) opsets_[""] = 1;
}

void walker::add_initializers(const onnx::GraphProto& graph, scope& names, const std::string& prefix) {
  const auto define = [&](const std::string& name, array given) {
    if (!names.define(name, to_.constant(std::move(given), prefix + name)))
      throw refusal("initialiser " + prefix + name + ": the name is given twice");
  };
  for (const onnx::TensorProto& each : graph.initializer())
    define(each.name(), read_tensor(each, "initialiser " + prefix + each.name()));
  for (const onnx::SparseTensorProto& each : graph.sparse_initializer())
    define(each.values().name(), read_sparse(each, "initialiser " + prefix + each.values().name()));
}

void walker::translate(const nodes& all, scope& names, const std::string& prefix) {
  for (const onnx::NodeProto& proto : all) {
    const values outputs = translate(proto, names, prefix);
    if (to_.logs) log(proto, names, outputs, prefix);
    for (int i = 0; i < proto.output_size(); ++i) {
      if (proto.output(i).empty()) continue;
      if (static_cast<std::size_t>(i) >= outputs.size() || !outputs[static_cast<std::size_t>(i)])
        to_.refuse("output " + std::to_string(i) + " (" + proto.output(i) + ") is not supported");
      if (!names.define(proto.output(i), outputs[static_cast<std::size_t>(i)]))
        to_.refuse("output " + proto.output(i) + " has a name that is taken");
    }
  }
}

values walker::translate(const onnx::NodeProto& proto, const scope& names, const std::string& prefix) {
  const std::string label = label_of(proto, prefix);
  to_.where = "node " + label + " (" + full_name(proto) + ")";
  ++ops_[full_name(proto)];
  if (proto.output_size() == 0) to_.refuse("has no output");
  values inputs;
  for (const std::string& name : proto.input()) {
    inputs.push_back(name.empty() ? nullptr : names.find(name));
    if (!name.empty() && !inputs.back())
      to_.refuse("input " + name +
                 " is no input of the model, no initialiser and no output of an earlier node (missing, or the graph "
                 "has a cycle)");
  }
  const bool is_standard = proto.domain().empty() || proto.domain() == "ai.onnx";
  for (const onnx::FunctionProto& each : model_.functions())
    if (each.name() == proto.op_type() && each.domain() == proto.domain())
      return call(each, proto, inputs, label + "/");
  if (is_standard && proto.op_type() == "If") {
    if (inputs.size() != 1 || !inputs[0]) to_.refuse("needs one condition");
    return branch(proto, inputs[0], names, label + "/");
  }
  if (is_standard && proto.op_type() == "Loop") return loop(proto, inputs, names, label + "/");
  if (is_standard && proto.op_type() == "Scan") return scan(proto, inputs, names, label + "/");
  const auto opset = opsets_.find(is_standard ? "" : proto.domain());
  if (opset == opsets_.end() && is_standard) to_.refuse("the model names no opset of its domain");
  const int version = opset == opsets_.end() ? 1 : opset->second;
  to_.graph.origin = static_cast<int>(to_.labels.size());
  to_.labels.push_back(proto.op_type() + " " + label);
  const node read(to_, proto, inputs, version, [&](const std::string& attribute, const values& given) {
    return run(graph_of(proto, attribute), given, names, label + "/" + attribute + "/");
  });
  if (const auto found = map_.find(full_name(proto)); found != map_.end()) return direct(read, found->second);
  if (const auto found = translators().find(full_name(proto)); found != translators().end())
    return found->second.translate(read);
  if (proto.domain() == "litho") return direct(read, proto.op_type());
  if (const auto found = library_function(proto, inputs, version))
    return call(found->function, found->caller, inputs, label + "/");
  to_.refuse(is_standard ? "this op is not supported"
                         : "ops of domain " + proto.domain() + " are not supported (--map " + full_name(proto) +
                               "=OP uses an op of the library)");
}

values walker::branch(const onnx::NodeProto& proto, const value& condition, const scope& names,
                      const std::string& prefix) {
  const bool is_then = holds(
      to_, condition,
      "the condition depends on an input of the model: branches at run time are not supported; where an input decides, "
      "--const gives its value");
  return run(graph_of(proto, is_then ? "then_branch" : "else_branch"), {}, names, prefix);
}

const onnx::GraphProto& walker::graph_of(const onnx::NodeProto& proto, const std::string& attribute) const {
  for (const onnx::AttributeProto& each : proto.attribute())
    if (each.name() == attribute && each.has_g()) return each.g();
  to_.refuse("has no " + attribute);
}

values walker::run(const onnx::GraphProto& graph, const values& inputs, const scope& around,
                   const std::string& prefix) {
  if (++depth_ > deepest_nesting) to_.refuse("graphs are nested too deeply");
  if (static_cast<std::size_t>(graph.input_size()) != inputs.size())
    to_.refuse("its graph takes " + std::to_string(graph.input_size()) + " inputs, and gets " +
               std::to_string(inputs.size()));
  const std::string where = to_.where;
  const int origin = to_.graph.origin;
  scope inner(&around);
  for (int i = 0; i < graph.input_size(); ++i) inner.define(graph.input(i).name(), inputs[static_cast<std::size_t>(i)]);
  add_initializers(graph, inner, prefix);
  translate(graph.node(), inner, prefix);
  to_.where = where;
  to_.graph.origin = origin;
  values outputs;
  for (const onnx::ValueInfoProto& each : graph.output()) {
    outputs.push_back(inner.find(each.name()));
    if (!outputs.back()) to_.refuse("no node of its graph computes the output " + each.name());
  }
  --depth_;
  return outputs;
}

values walker::call(const onnx::FunctionProto& function, const onnx::NodeProto& proto, const values& inputs,
                    const std::string& prefix) {
  if (++depth_ > deepest_nesting) to_.refuse("functions are nested too deeply, or one calls itself");
  scope inner(nullptr);
  for (int i = 0; i < function.input_size() && static_cast<std::size_t>(i) < inputs.size(); ++i)
    if (inputs[static_cast<std::size_t>(i)]) inner.define(function.input(i), inputs[static_cast<std::size_t>(i)]);
  walker::nodes body = function.node();
  for (onnx::NodeProto& each : body) {
    replace_references(each, proto);
    for (std::string& name : *each.mutable_input())  // an input that the caller leaves out
      for (int i = 0; i < function.input_size(); ++i)
        if (name == function.input(i) && !inner.own(name)) name.clear();
  }
  const std::map<std::string, int> outside = opsets_;
  for (const onnx::OperatorSetIdProto& each : function.opset_import())
    opsets_[each.domain() == "ai.onnx" ? "" : each.domain()] =
        static_cast<int>(std::min<std::int64_t>(each.version(), 1 << 20));
  translate(body, inner, prefix);
  opsets_ = outside;
  values outputs;
  for (const std::string& name : function.output()) outputs.push_back(inner.find(name));
  --depth_;
  return outputs;
}

}  // namespace litho::importer
