// SPDX-License-Identifier: BSL-1.0
// The table of operators that are read, against the ops of the library and against what ONNX defines.
#include <litho/op/all.hpp>
#include <sstream>

#include "catch.hpp"
#include "library.hpp"
#include "node.hpp"
#include "operators.hpp"

namespace {

using litho::importer::translators;

std::vector<std::string> names_in(const std::string& list) {
  std::vector<std::string> names;
  std::istringstream text(list);
  for (std::string name; std::getline(text >> std::ws, name, ',');) names.push_back(name);
  return names;
}

}  // namespace

TEST_CASE("an operator that an op names is read") {
  int names = 0;
  for (const litho::op_info* op : litho::all_ops)
    for (const std::string& name : names_in(op->onnx)) {
      INFO(op->view() << ": " << name);
      CHECK(translators().count(name) == 1);
      ++names;
    }
  CHECK(names > 130);
}

TEST_CASE("opsets of the table are those of definitions") {
  for (const auto& [name, each] : translators()) {
    INFO(name);
    CHECK(each.since <= each.newest);
    CHECK(*each.becomes != 0);
    if (name.find(':') != std::string::npos) continue;
    const std::vector<int> known = litho::importer::library_versions(name);
    if (known.empty()) continue;  // newer than the ONNX library
    CHECK(std::count(known.begin(), known.end(), each.since) == 1);
    CHECK(each.newest >= known.back());
  }
}

TEST_CASE("the page lists each operator once") {
  const std::string page = litho::importer::operators_page();
  for (const auto& [name, each] : translators()) {
    INFO(name);
    CHECK(page.find("\n| " + name + " | ") != std::string::npos);
  }
  CHECK(page.find("\n| If | ") != std::string::npos);
  CHECK(page.find("| Scan | 8 to 25 | its steps one by one |") != std::string::npos);
}
