// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <map>
#include <string>
#include <unordered_map>

#include "node.hpp"

namespace litho::importer {

/// Names of a graph, with those of the graph around it.
class scope {
 public:
  explicit scope(const scope* around) : around_(around) {}
  value find(const std::string& name) const {
    for (const scope* at = this; at != nullptr; at = at->around_)
      if (const auto found = at->names_.find(name); found != at->names_.end()) return found->second;
    return nullptr;
  }
  bool own(const std::string& name) const { return names_.contains(name); }
  bool define(const std::string& name, const value& to) { return names_.emplace(name, to).second; }

 private:
  const scope* around_;
  std::unordered_map<std::string, value> names_;
};

/// What a condition that must be known says; `unknown` is why it is refused where it depends on an input.
bool holds(const builder& to, const value& condition, const std::string& unknown);

/// Goes through the nodes of a model in order: translates each, takes the branch of an If, writes functions and the steps of
/// loops out in place.
class walker {
 public:
  walker(builder& to, const onnx::ModelProto& model, std::map<std::string, int>& ops,
         const std::map<std::string, std::string>& map);

  using nodes = google::protobuf::RepeatedPtrField<onnx::NodeProto>;
  const std::map<std::string, int>& opsets() const { return opsets_; }
  void add_initializers(const onnx::GraphProto& graph, scope& names, const std::string& prefix);
  void translate(const nodes& all, scope& names, const std::string& prefix);

 private:
  values translate(const onnx::NodeProto& proto, const scope& names, const std::string& prefix);
  values branch(const onnx::NodeProto& proto, const value& condition, const scope& names, const std::string& prefix);
  values loop(const onnx::NodeProto& proto, const values& inputs, const scope& names, const std::string& prefix);
  values scan(const onnx::NodeProto& proto, const values& inputs, const scope& names, const std::string& prefix);
  struct scan_plan;
  values scan_steps(const onnx::GraphProto& body, values states, const values& scans, std::int64_t length,
                    const scan_plan& plan, const scope& names, const std::string& prefix);
  values batched_scan(const node& read, const onnx::GraphProto& body, const values& states, const values& scans,
                      const scope& names, const std::string& prefix);
  /// The graph that is an attribute of a node.
  const onnx::GraphProto& graph_of(const onnx::NodeProto& proto, const std::string& attribute) const;
  /// Writes such a graph out in place, and gives its outputs.
  values run(const onnx::GraphProto& graph, const values& inputs, const scope& around, const std::string& prefix);
  values call(const onnx::FunctionProto& function, const onnx::NodeProto& proto, const values& inputs,
              const std::string& prefix);

  builder& to_;
  const onnx::ModelProto& model_;
  std::map<std::string, int>& ops_;
  std::map<std::string, int> opsets_;
  const std::map<std::string, std::string>& map_;
  int depth_ = 0;
};

}  // namespace litho::importer
