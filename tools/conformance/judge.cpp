// SPDX-License-Identifier: BSL-1.0
#include "judge.hpp"

#include <algorithm>
#include <cstring>
#include <sstream>

#include "check.hpp"
#include "trial/apart.hpp"

namespace litho::conformance {

namespace {

using importer::imported;
using importer::refusal;

/// Which inputs to make constants, the fewest first.
std::vector<std::vector<std::string>> trials(const test& of) {
  std::vector<std::vector<std::string>> result{of.const_inputs};
  std::vector<std::string> integers;
  std::vector<std::string> all;
  for (const auto& [name, file] : of.inputs) {
    all.push_back(name);
    if (is_float(importer::read_array(file).type.element)) continue;
    integers.push_back(name);
    result.push_back({name});
  }
  if (integers.size() > 1) result.push_back(integers);
  if (all.size() > integers.size()) result.push_back(all);
  return result;
}

}  // namespace

imported import(const test& of) {
  std::string reason;
  for (const std::vector<std::string>& constants : trials(of)) {
    importer::request asked{.file = of.model};
    for (const std::string& name : constants)
      if (const auto stored = of.inputs.find(name); stored != of.inputs.end())
        asked.consts[name] = stored->second.string();
    try {
      return importer::import_model(asked);
    } catch (const refusal& why) {
      if (reason.empty()) reason = why.what();
    }
  }
  throw refusal(reason);
}

namespace {

verdict judged_here(const test& of) {
  try {
    const imported model = import(of);
    if (of.cases.empty()) return {};
    const bool whole = std::none_of(model.outputs.begin(), model.outputs.end(),
                                    [](const importer::port& each) { return is_float(each.type.element); });
    std::ostringstream said;
    if (importer::check(model, of.cases, {of.quantises && whole ? 1 : 1e-4, 1e-4}, said)) return {};
    std::istringstream lines(said.str());
    for (std::string line; std::getline(lines, line);)
      if (line.starts_with("WRONG")) return {outcome::wrong, line.substr(std::strlen("WRONG  "))};
    return {outcome::wrong, said.str()};
  } catch (const refusal& why) {
    return {outcome::refused, why.what()};
  } catch (const std::exception& error) {
    return {outcome::crashed, error.what()};  // only a refusal is an answer
  }
}

}  // namespace

verdict judge(const test& of, unsigned seconds) {
  const trial::outcome found = trial::apart(
      [&] {
        const verdict here = judged_here(of);
        return static_cast<char>('0' + static_cast<char>(here.what)) + here.why;
      },
      seconds);
  if (!found.crashed.empty()) return {outcome::crashed, found.crashed};
  return {static_cast<outcome>(found.said[0] - '0'), found.said.substr(1)};
}

}  // namespace litho::conformance
