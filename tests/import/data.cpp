// SPDX-License-Identifier: BSL-1.0
// The models that lie beside the project, by the reference evaluator. Where they are not, a line says so.
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "catch.hpp"
#include "check.hpp"
#include "import.hpp"

namespace {

namespace fs = std::filesystem;
using litho::importer::request;
using litho::importer::tolerance;

constexpr double most_multiply_adds = 10e6;  // of a model here; larger ones are for ./dev model

bool is_there(const fs::path& folder) {
  if (fs::exists(folder)) return true;
  std::cout << "skipped: " << folder.string() << " is not there\n";
  return false;
}

nlohmann::json read(const fs::path& file) { return nlohmann::json::parse(litho::importer::read_file(file)); }

bool gives_integers(const nlohmann::json& model) {
  return model.at("outputs").at(0).at("dtype").get<std::string>().find("float") == std::string::npos;
}

/// The empty text, or what is wrong.
std::string checked(const request& asked, const fs::path& cases, const tolerance& within) {
  std::ostringstream out;
  return litho::importer::check(litho::importer::import_model(asked), cases, within, out) ? "" : out.str();
}

}  // namespace

TEST_CASE("the models at hand are right") {
  const fs::path data = LITHO_DATA;
  if (!is_there(data)) return;
  int models = 0;
  for (const char* part : {"models", "mlperf-tiny"})
    for (const auto& entry : fs::recursive_directory_iterator(data / part)) {
      const fs::path onnx = fs::path(entry.path()).replace_extension(".onnx");
      if (entry.path().extension() != ".json" || !fs::exists(onnx)) continue;
      const nlohmann::json model = read(entry.path());
      if (!model.contains("cases") || model.value("macs", 0.0) > most_multiply_adds) continue;
      request asked{.file = onnx};
      if (model.contains("bind"))
        for (const auto& [name, size] : model["bind"].items()) asked.bind[name] = size.get<std::int64_t>();
      for (const auto& input : model.at("inputs"))
        if (input.at("name") == "sr") asked.consts["sr"] = "16000";  // the one rate that the model is for
      INFO(onnx.string());
      CHECK(checked(asked, entry.path(), {gives_integers(model) ? 1 : 1e-3, 1e-3}).empty());
      ++models;
    }
  CHECK(models > 20);
}
