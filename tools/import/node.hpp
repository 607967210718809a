// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "graph.hpp"

namespace litho::importer {

/// Writes a graph that is an attribute of a node out in place, of these inputs; gives its outputs.
using graph_writer = std::function<values(const std::string& attribute, const values& inputs)>;

/// A node of the model while it is translated: its inputs resolved, its attributes by name, and the graph to write to.
class node {
 public:
  node(builder& writes_to, const onnx::NodeProto& read_from, values given, int opset, graph_writer runs = {})
      : to(writes_to), proto(read_from), inputs(std::move(given)), version(opset), run(std::move(runs)) {}

  builder& to;
  const onnx::NodeProto& proto;
  const values inputs;
  const int version;  ///< opset of the node's domain
  const graph_writer run;

  [[noreturn]] void refuse(const std::string& why) const { to.refuse(why); }

  int size() const { return static_cast<int>(inputs.size()); }
  bool has(int i) const { return i < size() && inputs[static_cast<std::size_t>(i)] != nullptr; }
  const value& in(int i) const;
  const tensor_type& type(int i = 0) const { return in(i)->type; }
  const ints& dims(int i = 0) const { return in(i)->type.dims; }
  int rank(int i = 0) const { return type(i).rank(); }
  int outputs() const { return proto.output_size(); }
  bool wants(int output) const { return output < outputs() && !proto.output(output).empty(); }
  void needs_outputs_up_to(int count) const;

  bool has_attribute(const std::string& name) const { return find(name) != nullptr; }
  std::int64_t integer(const std::string& name, std::int64_t otherwise) const;
  double real(const std::string& name, double otherwise) const;
  std::string text(const std::string& name, const std::string& otherwise) const;
  std::vector<std::int64_t> integers(const std::string& name, std::vector<std::int64_t> otherwise = {}) const;
  std::vector<double> reals(const std::string& name) const;
  std::vector<std::string> texts(const std::string& name) const;
  const onnx::AttributeProto* find(const std::string& name) const;

  /// An input that fixes the graph's shape and so must be known now.
  tensor known(int i, const std::string& what) const;
  std::vector<std::int64_t> known_integers(int i, const std::string& what) const;
  number known_number(int i, const std::string& what) const;
  std::int64_t known_integer(int i, const std::string& what) const;  ///< the nearest of 64 bits, without its fraction
  /// An axis counted from the front; refuses one outside of `rank`.
  int axis(std::int64_t given, int rank) const;
  std::vector<int> axes(const std::vector<std::int64_t>& given, int rank) const;
  /// What was an attribute in old opsets and is an input now.
  std::vector<std::int64_t> attribute_or_input(const std::string& name, int i) const;
};

using translator = values (*)(const node&);

/// How an operator is read.
struct translation {
  translator translate;
  int since;            ///< opset of the oldest definition that it reads
  int newest;           ///< opset of the newest one
  const char* becomes;  ///< ops of the library, for docs/reference/onnx.md
};
using translator_table = std::map<std::string, translation>;

/// All operators that have a translator; those of other domains than ONNX as DOMAIN::OP.
const translator_table& translators();

}  // namespace litho::importer
