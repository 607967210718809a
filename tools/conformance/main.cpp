// SPDX-License-Identifier: BSL-1.0
// litho-conformance DIR...: operator tests of ONNX through import and the reference evaluator.

#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>
#include <iostream>

#include "compiled.hpp"
#include "judge.hpp"

namespace {

using namespace litho;
using namespace litho::conformance;

using counts = std::array<int, 4>;

counts& operator+=(counts& to, outcome what) {
  ++to[static_cast<std::size_t>(what)];
  return to;
}

void print_row(const std::string& name, const counts& of) {
  std::printf("| %s | %d | %d | %d | %d |\n", name.c_str(), of[0], of[1], of[2], of[3]);
}

void print_table(const char* title, const std::map<std::string, counts>& rows) {
  std::printf("| %s | passed | refused | wrong | crashed |\n|---|--:|--:|--:|--:|\n", title);
  for (const auto& [name, of] : rows) print_row(name, of);
  std::printf("\n");
}

/// Whether none is wrong and none crashed.
bool run(const std::vector<std::filesystem::path>& folders, unsigned seconds) {
  constexpr const char* words[] = {"passed", "refused", "wrong", "crashed"};
  std::map<std::string, counts> by_op;
  std::map<std::string, counts> by_set;
  counts all{};
  std::string lines;
  for (const test& each : tests_in(folders)) {
    const verdict found = judge(each, seconds);
    by_op[each.op] += found.what;
    by_set[each.name.substr(0, each.name.find('/'))] += found.what;
    all += found.what;
    if (found.what != outcome::passed)
      lines += std::string(words[static_cast<std::size_t>(found.what)]) + " " + each.name + ": " + found.why + "\n";
  }
  print_table("op", by_op);
  print_table("set", by_set);
  std::printf("%s\n%d passed, %d refused, %d wrong, %d crashed\n", lines.c_str(), all[0], all[1], all[2], all[3]);
  return all[2] == 0 && all[3] == 0;
}

}  // namespace

int main(int count, char** words) {
  std::vector<std::filesystem::path> folders;
  std::filesystem::path output;
  unsigned seconds = 60;
  CLI::App app{"Runs folders of ONNX operator tests through import and the reference evaluator.", "litho-conformance"};
  app.footer("Exit status: 0 none is wrong and none crashed, 1 some is or did, 2 wrong arguments.");
  app.add_option("folders", folders, "with TEST/model.onnx, input_N.pb, output_N.pb, or single models")->required();
  app.add_option("--seconds", seconds, "the most that one test may take (60)");
  app.add_option("--write", output,
                 "write programs that run one test of each variant compiled here, and do nothing else");
  try {
    app.parse(count, words);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  try {
    if (!output.empty()) {
      trial::write(output, variants_of(tests_in(folders)), 10);
      return 0;
    }
    return run(folders, seconds) ? 0 : 1;
  } catch (const std::exception& error) {
    std::cerr << "litho-conformance: " << error.what() << '\n';
    return 2;
  }
}
