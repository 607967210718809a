// SPDX-License-Identifier: BSL-1.0
#include "request.hpp"

#include <sstream>

#include "../compiler/graph_text.hpp"

namespace litho::importer {

namespace {

std::pair<std::string, std::string> parts(const std::string& text, char between, const std::string& option) {
  const std::size_t at = option == "--input" ? text.rfind(between) : text.find(between);
  if (at == std::string::npos || at == 0) throw refusal(option + " " + text + ": expected NAME" + between + "...");
  return {text.substr(0, at), text.substr(at + 1)};
}

std::int64_t whole(const std::string& text, const std::string& option) {
  std::size_t end = 0;
  long long value = -1;
  try {
    value = std::stoll(text, &end);
  } catch (const std::exception&) {
    end = 0;
  }
  if (end == 0 || end != text.size() || value < 0 || value > litho::most_elements)
    throw refusal(option + ": " + text + " is no size");
  return value;
}

}  // namespace

bool is_model(const std::filesystem::path& file) {
  return file.extension() == ".onnx" || file.extension() == ".textproto" || file.extension() == ".json";
}

ir::graph read_text(const std::filesystem::path& file) {
  const std::string text = read_file(file);
  try {
    return compiler::read_graph(text);
  } catch (const std::runtime_error& error) {
    throw refusal(file.string() + ": " + error.what());
  }
}

void read(const request_words& given, request& into) {
  for (const std::string& each : given.shapes) {
    const auto [name, sizes] = parts(each, ':', "--input");
    std::vector<std::int64_t> dims;
    std::istringstream list(sizes);
    for (std::string size; std::getline(list, size, 'x');) dims.push_back(whole(size, "--input " + name));
    into.shapes[name] = to_ints(dims);
  }
  for (const std::string& each : given.bind) {
    const auto [name, size] = parts(each, '=', "--bind");
    into.bind[name] = whole(size, "--bind " + name);
  }
  for (const std::string& each : given.map) into.map.insert(parts(each, '=', "--map"));
  for (const std::string& each : given.consts) into.consts.insert(parts(each, '=', "--const"));
}

}  // namespace litho::importer
