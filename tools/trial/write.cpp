// SPDX-License-Identifier: BSL-1.0
#include "write.hpp"

#include <cstring>
#include <fstream>

#include "import/write.hpp"

namespace litho::trial {

namespace {

namespace fs = std::filesystem;

void save(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  if (!out.flush()) throw importer::refusal("cannot write " + file.string());
}

/// A length and so many bytes, as run.hpp reads them.
void put(std::string& to, const std::string& bytes) {
  const std::uint64_t size = bytes.size();
  to.append(reinterpret_cast<const char*>(&size), sizeof size);
  to += bytes;
}

std::string case_of(const trial& of) {
  std::string text;
  for (const ir::named_tensor& each : of.given.sources) {
    put(text, std::string(each.name));
    put(text, importer::array_of(each.value).bytes);
  }
  put(text, "");  // behind the last source
  for (std::size_t i = 0; i < of.wanted.outputs.size(); ++i) {
    put(text, importer::array_of(of.wanted.outputs[i]).bytes);
    std::string allowed(of.wanted.allowed[i].size() * sizeof(double), '\0');
    std::memcpy(allowed.data(), of.wanted.allowed[i].data(), allowed.size());
    put(text, allowed);
  }
  return text;
}

std::string header_of(const trial& of, const std::string& name) {
  importer::imported model;
  model.made.graph = of.given.graph;
  for (int at = 0; at < of.given.graph.size(); ++at) {
    const ir::node& node = of.given.graph[at];
    model.made.graph[at].origin = -1;
    const std::string own(node.name);
    if (of.given.graph.is<"input">(at)) model.inputs.push_back({own, own, node.type, -1, at});
  }
  for (const ir::output& each : of.given.graph.outputs) {
    const std::string own(each.name);
    model.outputs.push_back({own, own, of.given.graph[each.node].type, -1, each.node});
  }
  model.producer = "a trial";
  return importer::header_text(model, name, of.title);
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

}  // namespace

void write(const fs::path& folder, const std::vector<trial>& trials, std::size_t in_one) {
  fs::remove_all(folder);
  fs::create_directories(folder);
  for (std::size_t first = 0; first < trials.size(); first += in_one) {
    std::string includes;
    std::string runs;
    for (std::size_t i = first; i < std::min(first + in_one, trials.size()); ++i) {
      const std::string name = "t" + std::to_string(i) + "_" + importer::identifier(trials[i].title);
      save(folder / (name + ".hpp"), header_of(trials[i], name));
      save(folder / (name + ".case"), case_of(trials[i]));
      includes += "#include \"" + name + ".hpp\"\n";
      runs += "  all.run<" + name + ">(" + quoted(trials[i].title) + ", " +
              quoted(fs::absolute(folder / (name + ".case")).string()) + ");\n";
    }
    save(folder / ("batch_" + std::to_string(first / in_one) + ".cpp"),
         "#include <trial/run.hpp>\n" + includes + "\nint main() {\n  litho::trial::runs all;\n" + runs +
             "  return all.end();\n}\n");
  }
}

}  // namespace litho::trial
