// SPDX-License-Identifier: BSL-1.0
#include "check.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>

#include <litho/ir/evaluate.hpp>

namespace litho::importer {

namespace {

namespace fs = std::filesystem;

struct stored_case {
  std::string name;
  std::vector<fs::path> inputs;
  std::vector<fs::path> outputs;
};

std::vector<fs::path> numbered(const fs::path& folder, const std::string& stem) {
  std::vector<fs::path> files;
  for (int i = 0;; ++i) {
    const fs::path file = stored_in(folder, stem + std::to_string(i));
    if (!fs::exists(file)) return files;
    files.push_back(file);
  }
}

std::vector<stored_case> cases_of(const fs::path& where) {
  std::vector<stored_case> cases;
  if (fs::is_directory(where)) {
    if (stored_case only{where.filename().string(), numbered(where, "input_"), numbered(where, "output_")};
        !only.outputs.empty())
      cases.push_back(std::move(only));
    for (int i = 0; fs::exists(where / ("test_data_set_" + std::to_string(i))); ++i) {
      const fs::path folder = where / ("test_data_set_" + std::to_string(i));
      cases.push_back({folder.filename().string(), numbered(folder, "input_"), numbered(folder, "output_")});
    }
  } else {
    const auto json = nlohmann::json::parse(read_file(where));
    for (const auto& each : json.at("cases")) {
      stored_case next{"case " + std::to_string(cases.size()), {}, {}};
      for (const auto& file : each.at("inputs")) next.inputs.push_back(where.parent_path() / file.get<std::string>());
      for (const auto& file : each.at("outputs")) next.outputs.push_back(where.parent_path() / file.get<std::string>());
      cases.push_back(std::move(next));
    }
  }
  if (cases.empty()) throw refusal(where.string() + ": holds no cases");
  return cases;
}

struct comparison_result {
  double largest = 0;
  bool right = true;
  std::string why;
};

comparison_result compare(const tensor& got, const tensor& wanted, const tolerance& within) {
  if (!got.ok()) return {0, false, std::string(explain("evaluate", got.error).view())};
  if (!(got.type == wanted.type)) return {0, false, "gives " + text_of(got.type) + ", not " + text_of(wanted.type)};
  comparison_result result;
  // Half floats are right to a step or two, whatever the tolerance.
  const double step = wanted.type.element == dtype::f16 ? 0x1p-9 : wanted.type.element == dtype::bf16 ? 0x1p-6 : 0;
  const double relative = std::max(within.relative, step);
  for (std::size_t i = 0; i < wanted.values.size(); ++i) {
    const double x = got.values[i];
    const double y = wanted.values[i];
    if (x == y || (std::isnan(x) && std::isnan(y))) continue;
    const double error = std::fabs(x - y);
    const bool is_right =
        is_float(wanted.type.element) ? error <= within.absolute + relative * std::fabs(y) : error <= within.absolute;
    if (!(error <= result.largest)) result.largest = error;
    if (is_right || !result.right) continue;
    result.right = false;
    result.why = "element " + std::to_string(i) + " is " + std::to_string(x) + ", not " + std::to_string(y);
  }
  return result;
}

}  // namespace

bool check(const imported& model, const fs::path& where, const tolerance& within, std::ostream& out) {
  bool all_right = true;
  for (const stored_case& each : cases_of(where)) {
    std::vector<ir::named_tensor> sources;
    for (const auto& [name, tensor] : model.made.weights) sources.push_back({name, tensor_of(*tensor)});
    for (const port& input : model.inputs) {
      if (static_cast<std::size_t>(input.position) >= each.inputs.size())
        throw refusal(each.name + ": no stored value for input " + input.model_name);
      sources.push_back({input.name, tensor_of(read_array(each.inputs[static_cast<std::size_t>(input.position)]))});
      if (!(sources.back().value.type == input.type))
        throw refusal(each.name + ": input " + input.model_name + " is " + text_of(input.type) + ", the stored one " +
                      text_of(sources.back().value.type));
    }
    const vec<tensor> got = ir::evaluate(model.made.graph, sources);
    for (std::size_t i = 0; i < each.outputs.size() && i < got.size(); ++i) {
      const comparison_result result = compare(got[i], tensor_of(read_array(each.outputs[i])), within);
      out << (result.right ? "right" : "WRONG") << "  " << each.name << "  " << model.outputs[i].name
          << "  largest error " << result.largest << (result.why.empty() ? "" : "  " + result.why) << '\n';
      all_right = all_right && result.right;
    }
    if (each.outputs.size() != got.size())
      throw refusal(each.name + ": holds " + std::to_string(each.outputs.size()) + " outputs, the model has " +
                    std::to_string(got.size()));
  }
  return all_right;
}

}  // namespace litho::importer
