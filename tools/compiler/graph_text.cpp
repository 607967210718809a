// SPDX-License-Identifier: BSL-1.0
#include "graph_text.hpp"

#include <set>
#include <sstream>
#include <stdexcept>
#include <vector>

#include <litho/ir/parse.hpp>

#include "operators.hpp"

namespace litho::compiler {

std::string_view keep(std::string text) {
  static std::set<std::string, std::less<>> texts;
  return *texts.insert(std::move(text)).first;
}

ir::graph read_graph(const std::string& text) {
  std::string plain;
  std::vector<std::string_view> names;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t comment = line.find("  // ");
    names.push_back(comment == std::string::npos ? std::string_view() : keep(line.substr(comment + 5)));
    plain += line.substr(0, comment) + '\n';
  }
  ir::parsed read = ir::parse(keep(std::move(plain)), operators());
  if (!read.ok()) throw std::runtime_error("line " + std::to_string(read.line) + ": " + std::string(read.error));
  for (int at = 0; at < read.value.size(); ++at)
    if (const std::string_view name = names[static_cast<std::size_t>(at)]; !name.empty()) read.value[at].name = name;
  return std::move(read.value);
}

}  // namespace litho::compiler
