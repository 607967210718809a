// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <unistd.h>

#include <concepts>
#include <fstream>
#include <string>
#include <vector>

#include "import.hpp"

/// Small models made in the tests themselves.
namespace made {

using litho::importer::imported;
using litho::importer::refusal;
using litho::importer::request;

inline void set_type(onnx::ValueInfoProto& info, const std::string& name, int element,
                     const std::vector<std::int64_t>& dims) {
  info.set_name(name);
  auto& type = *info.mutable_type()->mutable_tensor_type();
  type.set_elem_type(element);
  type.mutable_shape();
  for (std::int64_t each : dims) type.mutable_shape()->add_dim()->set_dim_value(each);
}

inline void set_tensor(onnx::TensorProto& tensor, const std::string& name, const std::vector<std::int64_t>& dims,
                       const std::vector<float>& values) {
  tensor.set_name(name);
  tensor.set_data_type(onnx::TensorProto::FLOAT);
  for (std::int64_t each : dims) tensor.add_dims(each);
  for (float each : values) tensor.add_float_data(each);
}
inline void set_tensor(onnx::TensorProto& tensor, const std::string& name, const std::vector<std::int64_t>& dims,
                       const std::vector<std::int64_t>& values) {
  tensor.set_name(name);
  tensor.set_data_type(onnx::TensorProto::INT64);
  for (std::int64_t each : dims) tensor.add_dims(each);
  for (std::int64_t each : values) tensor.add_int64_data(each);
}

class model {
 public:
  explicit model(int opset = 13) {
    proto.set_ir_version(7);
    proto.mutable_graph()->set_name("made");
    onnx::OperatorSetIdProto& set = *proto.add_opset_import();
    set.set_domain("");
    set.set_version(opset);
  }
  model& input(const std::string& name, const std::vector<std::int64_t>& dims, int element = onnx::TensorProto::FLOAT) {
    set_type(*proto.mutable_graph()->add_input(), name, element, dims);
    return *this;
  }
  model& output(const std::string& name, const std::vector<std::int64_t>& dims,
                int element = onnx::TensorProto::FLOAT) {
    set_type(*proto.mutable_graph()->add_output(), name, element, dims);
    return *this;
  }
  template <class T>
  model& weights(const std::string& name, const std::vector<std::int64_t>& dims, const std::vector<T>& values) {
    set_tensor(*proto.mutable_graph()->add_initializer(), name, dims, values);
    return *this;
  }
  onnx::NodeProto& node(const std::string& op, const std::vector<std::string>& inputs,
                        const std::vector<std::string>& outputs) {
    onnx::NodeProto& added = *proto.mutable_graph()->add_node();
    added.set_op_type(op);
    added.set_name("the_" + op);
    for (const std::string& each : inputs) added.add_input(each);
    for (const std::string& each : outputs) added.add_output(each);
    return added;
  }

  onnx::ModelProto proto;
};

template <class T>
  requires(std::integral<T> || std::is_enum_v<T>)
onnx::AttributeProto& attribute(onnx::NodeProto& node, const std::string& name, T value) {
  onnx::AttributeProto& added = *node.add_attribute();
  added.set_name(name);
  added.set_type(onnx::AttributeProto::INT);
  added.set_i(static_cast<std::int64_t>(value));
  return added;
}

inline void attribute(onnx::NodeProto& node, const std::string& name, const std::vector<std::int64_t>& values) {
  onnx::AttributeProto& added = attribute(node, name, 0);
  added.clear_i();
  added.set_type(onnx::AttributeProto::INTS);
  for (std::int64_t each : values) added.add_ints(each);
}
inline void attribute(onnx::NodeProto& node, const std::string& name, const char* text) {
  onnx::AttributeProto& added = attribute(node, name, 0);
  added.clear_i();
  added.set_type(onnx::AttributeProto::STRING);
  added.set_s(text);
}
inline void attribute(onnx::NodeProto& node, const std::string& name, float value) {
  onnx::AttributeProto& added = attribute(node, name, 0);
  added.clear_i();
  added.set_type(onnx::AttributeProto::FLOAT);
  added.set_f(value);
}

/// A graph as an attribute of a node, such as the branches of If.
inline onnx::GraphProto& graph(onnx::NodeProto& node, const std::string& name) {
  onnx::AttributeProto& added = *node.add_attribute();
  added.set_name(name);
  added.set_type(onnx::AttributeProto::GRAPH);
  added.mutable_g()->set_name(name);
  return *added.mutable_g();
}
inline onnx::GraphProto& body(onnx::NodeProto& loop) { return graph(loop, "body"); }
inline onnx::NodeProto& node(onnx::GraphProto& graph, const std::string& op, const std::vector<std::string>& inputs,
                             const std::string& output) {
  onnx::NodeProto& added = *graph.add_node();
  added.set_op_type(op);
  for (const std::string& each : inputs) added.add_input(each);
  added.add_output(output);
  return added;
}

inline std::filesystem::path stored(const std::string& bytes) {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("litho_import_" + std::to_string(::getpid()) + ".onnx");
  std::ofstream(file, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return file;
}

inline imported import_bytes(const std::string& bytes, request asked = {}) {
  asked.file = stored(bytes);
  return litho::importer::import_model(asked);
}
inline imported import(const model& from, request asked = {}) {
  return import_bytes(from.proto.SerializeAsString(), std::move(asked));
}

/// Why a model is refused; empty where it is not.
inline std::string refused(const std::string& bytes, const request& asked = {}) {
  try {
    import_bytes(bytes, asked);
    return {};
  } catch (const std::exception& error) {
    return error.what();
  }
}
inline std::string refused(const model& from, const request& asked = {}) {
  return refused(from.proto.SerializeAsString(), asked);
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

inline int count(const imported& of, std::string_view op) {
  int found = 0;
  for (const litho::ir::node& each : of.made.graph.nodes) found += each.op->view() == op;
  return found;
}

}  // namespace made
