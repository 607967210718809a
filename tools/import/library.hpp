// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graph.hpp"

namespace litho::importer {

/// What the ONNX library's checker says against a model, as far as it knows the model's opsets; empty where it says nothing.
std::string library_complaint(const onnx::ModelProto& model);

struct library_call {
  onnx::FunctionProto function;
  onnx::NodeProto caller;  ///< with the defaults of its attributes
};

/// The body that the ONNX library has for an op that is a function of others, if it has one.
std::optional<library_call> library_function(const onnx::NodeProto& proto, const values& inputs, int version);

/// Opsets of the definitions that the ONNX library has of an operator of its own domain, save those that say it is no more.
std::vector<int> library_versions(const std::string& name);

}  // namespace litho::importer
