// SPDX-License-Identifier: BSL-1.0
#include <catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <graphs/all.hpp>
#include <graphs/target.hpp>
#include <set>
#include <sstream>

/// The dump of every graph against golden/GRAPH/STAGE.txt, one file for each stage that changes something. A file that is missing
/// is a failure, and so is one that no stage writes. LITHO_REWRITE_GOLDENS=1 (or the build target `goldens`) writes them anew.
namespace {

namespace files = std::filesystem;

template <class Graph>
struct fixed : litho::network<fixed<Graph>> {
  static constexpr auto graph() { return Graph::graph(); }
  static constexpr litho::device target = graphs::fixed_target;
};

std::string content_of(const files::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return in ? text.str() : "(no such file)";
}

template <class Graph>
void check() {
  const files::path folder = files::path("golden") / graphs::name_of<Graph>();
  const char* const wish = std::getenv("LITHO_REWRITE_GOLDENS");
  const bool rewrite = wish != nullptr && std::string_view(wish) == "1";
  if (rewrite) {
    files::remove_all(folder);
    files::create_directories(folder);
  }
  std::set<std::string> written;
  litho::dump<fixed<Graph>>([&](std::string_view name, std::string_view text) {
    if (text == "(unchanged)\n") return;
    CAPTURE(graphs::name_of<Graph>(), name);
    const files::path file = folder / name;
    if (rewrite) std::ofstream(file, std::ios::binary) << text;
    CHECK(content_of(file) == text);
    written.emplace(name);
  });
  for (const auto& entry : files::directory_iterator(folder)) {
    CAPTURE(entry.path().string());
    CHECK(written.contains(entry.path().filename().string()));
  }
}

TEST_CASE("dumps are as they were") {
  REQUIRE(files::exists("golden"));  // tests run in their source folder
  graphs::for_each(graphs::all{}, []<class Graph>() { check<Graph>(); });
}

}  // namespace
