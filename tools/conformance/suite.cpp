// SPDX-License-Identifier: BSL-1.0
#include "suite.hpp"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "tensors.hpp"

namespace litho::conformance {

namespace {

namespace fs = std::filesystem;
using manifest = std::map<std::string, nlohmann::json>;

manifest manifest_of(const fs::path& folder) {
  manifest result;
  const fs::path file = folder / "manifest.json";
  if (!fs::exists(file)) return result;
  try {
    for (const auto& each : nlohmann::json::parse(importer::read_file(file)))
      result[each.at("name").get<std::string>()] = each;
  } catch (const nlohmann::json::exception& error) {
    throw importer::refusal(file.string() + ": " + error.what());
  }
  return result;
}

std::string letters(std::string_view text) {
  std::string result;
  for (char c : text)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

/// The op with the longest name that stands in the test's name; else the first.
std::string subject_of(const std::string& name, const onnx::GraphProto& graph) {
  const std::string own = letters(name);
  std::string best;
  for (const onnx::NodeProto& node : graph.node())
    if (own.find(letters(node.op_type())) != std::string::npos && node.op_type().size() > best.size())
      best = node.op_type();
  if (best.empty() && graph.node_size() > 0) best = graph.node(0).op_type();
  return best.empty() ? "(none)" : best;
}

bool is_quantising(const onnx::NodeProto& node) {
  return node.op_type().find("Quantize") != std::string::npos || node.op_type().find("QLinear") != std::string::npos;
}

test test_of(const std::string& name, const fs::path& model, const manifest& listed) {
  test result;
  result.name = name;
  result.model = model;
  const std::string own = fs::path(name).filename().string();
  onnx::ModelProto proto;
  proto.ParseFromString(importer::read_file(model));  // what is damaged has no nodes, and is refused later
  result.op = subject_of(own, proto.graph());
  result.quantises = std::any_of(proto.graph().node().begin(), proto.graph().node().end(), is_quantising);
  if (const auto found = listed.find(own); found != listed.end()) {
    if (found->second.contains("family")) result.op = found->second["family"].get<std::string>();
    if (found->second.contains("const_inputs"))
      result.const_inputs = found->second["const_inputs"].get<std::vector<std::string>>();
  }
  if (model.filename() != "model.onnx") return result;
  const fs::path folder = model.parent_path();
  const fs::path first = fs::exists(folder / "test_data_set_0") ? folder / "test_data_set_0" : folder;
  if (fs::exists(importer::stored_in(first, "output_0"))) result.cases = folder;
  int position = 0;
  for (const onnx::ValueInfoProto& input : proto.graph().input()) {
    const auto& stored = proto.graph().initializer();
    if (std::any_of(stored.begin(), stored.end(), [&](const auto& each) { return each.name() == input.name(); }))
      continue;
    const fs::path file = importer::stored_in(first, "input_" + std::to_string(position++));
    if (fs::exists(file)) result.inputs[input.name()] = file;
  }
  return result;
}

}  // namespace

std::vector<test> tests_in(const std::vector<fs::path>& folders) {
  std::vector<test> result;
  for (const fs::path& folder : folders) {
    const std::size_t before = result.size();
    if (!fs::is_directory(folder)) throw importer::refusal(folder.string() + " is no folder");
    std::map<fs::path, manifest> manifests;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.path().extension() != ".onnx") continue;
      const bool is_folder = entry.path().filename() == "model.onnx";
      const fs::path item = is_folder ? entry.path().parent_path() : entry.path();
      const fs::path set = item.parent_path();
      if (!manifests.contains(set)) manifests[set] = manifest_of(set);
      const fs::path name = fs::absolute(set).lexically_normal().filename() / item.stem();
      result.push_back(test_of(name.string(), entry.path(), manifests[set]));
    }
    if (result.size() == before) throw importer::refusal(folder.string() + " holds no tests");
  }
  std::sort(result.begin(), result.end(), [](const test& a, const test& b) { return a.name < b.name; });
  return result;
}

}  // namespace litho::conformance
