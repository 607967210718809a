// SPDX-License-Identifier: BSL-1.0
#include "library.hpp"

#include <algorithm>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#include <onnx/checker.h>
#include <onnx/defs/schema.h>
#pragma GCC diagnostic pop

namespace litho::importer {

namespace {

/// The checker knows opsets and file versions up to those of its own release, and refuses the rest.
bool is_known_to_library(const onnx::ModelProto& model) {
  if (model.ir_version() > onnx::Version::IR_VERSION) return false;
  const auto& newest = onnx::OpSchemaRegistry::DomainToVersionRange::Instance().LastReleaseVersionMap();
  for (const onnx::OperatorSetIdProto& each : model.opset_import()) {
    const auto found = newest.find(each.domain());
    if (found == newest.end() || each.version() > found->second) return false;
  }
  return true;
}

}  // namespace

std::string library_complaint(const onnx::ModelProto& model) {
  if (!is_known_to_library(model)) return {};
  try {
    onnx::checker::check_model(model);
    return {};
  } catch (const std::exception& error) {
    std::string text = error.what();
    std::replace(text.begin(), text.end(), '\n', ' ');
    return "the ONNX checker refuses it: " + text.substr(0, 600);
  }
}

std::optional<library_call> library_function(const onnx::NodeProto& proto, const values& inputs, int version) {
  try {
    const onnx::OpSchema* schema = onnx::OpSchemaRegistry::Schema(proto.op_type(), version, proto.domain());
    if (schema == nullptr) return std::nullopt;
    library_call result{{}, proto};
    for (const auto& [name, attribute] : schema->attributes()) {
      bool given = attribute.default_value.name().empty();
      for (const onnx::AttributeProto& each : proto.attribute()) given = given || each.name() == name;
      if (!given) *result.caller.add_attribute() = attribute.default_value;
    }
    if (schema->HasFunction()) {
      result.function = *schema->GetFunction();
      return result;
    }
    if (!schema->HasContextDependentFunction()) return std::nullopt;
    std::vector<onnx::TypeProto> types;
    for (const value& each : inputs) {
      types.emplace_back();
      if (!each) continue;
      onnx::TypeProto::Tensor& declared = *types.back().mutable_tensor_type();
      declared.set_elem_type(static_cast<int>(each->type.element));
      for (std::int64_t extent : each->type.dims) declared.mutable_shape()->add_dim()->set_dim_value(extent);
    }
    const onnx::FunctionBodyBuildContextImpl context(result.caller, types);
    if (!schema->BuildContextDependentFunction(context, result.function)) return std::nullopt;
    return result;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

std::vector<int> library_versions(const std::string& name) {
  std::vector<int> versions;
  for (const onnx::OpSchema& each : onnx::OpSchemaRegistry::get_all_schemas_with_history())
    if (each.domain().empty() && each.Name() == name && !each.Deprecated()) versions.push_back(each.SinceVersion());
  std::sort(versions.begin(), versions.end());
  return versions;
}

}  // namespace litho::importer
