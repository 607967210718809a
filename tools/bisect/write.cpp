// SPDX-License-Identifier: BSL-1.0
#include "write.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

#include <litho/ir/print.hpp>

namespace litho::bisector {

namespace {

constexpr std::pair<const char*, bool options::*> flags[] = {
    {"simplify", &options::simplify}, {"fold", &options::fold},         {"cse", &options::cse},
    {"dce", &options::dce},           {"patterns", &options::patterns}, {"binding", &options::binding},
    {"layouts", &options::layouts},   {"fuse", &options::fuse},         {"order", &options::order},
    {"memory", &options::memory},     {"winograd", &options::winograd}, {"relaxed", &options::relaxed}};

/// What has to be changed of one level to have these options.
std::vector<std::string> changes(const options& from, const options& to) {
  std::vector<std::string> result;
  for (const auto& [name, field] : flags)
    if (from.*field != to.*field) result.push_back(std::string(name) + " = " + (to.*field ? "true" : "false"));
  if (from.workers != to.workers) result.push_back("workers = " + std::to_string(to.workers));
  if (from.streams != to.streams) result.push_back("streams = " + std::to_string(to.streams));
  if (from.precision != to.precision)
    result.push_back(std::string("precision = litho::precision::") +
                     (to.precision == precision::half ? "half" : "exact"));
  if (from.fold_limit != to.fold_limit) result.push_back("fold_limit = " + std::to_string(to.fold_limit));
  return result;
}

struct written_options {
  std::string declaration{};  ///< where they are no level
  std::string name = "litho::O3";
};

written_options written(const options& given) {
  constexpr std::pair<const char*, const options*> levels[] = {
      {"litho::O3", &O3}, {"litho::O2", &O2}, {"litho::O1", &O1}, {"litho::O0", &O0}};
  const auto nearest = std::min_element(std::begin(levels), std::end(levels), [&](const auto& a, const auto& b) {
    return changes(*a.second, given).size() < changes(*b.second, given).size();
  });
  written_options result{.name = nearest->first};
  const std::vector<std::string> changed = changes(*nearest->second, given);
  if (changed.empty()) return result;
  result.declaration = "constexpr litho::options switches = [] {\n  litho::options all = " + result.name + ";\n";
  for (const std::string& each : changed) result.declaration += "  all." + each + ";\n";
  result.declaration += "  return all;\n}();\n\n";
  result.name = "switches";
  return result;
}

std::string printed(double value) {
  std::ostringstream out;
  out.precision(17);
  out << value;
  return out.str();
}

std::string printed(const number& value) {
  return value.is_whole() ? std::to_string(value.whole()) : printed(static_cast<double>(value));
}

std::string printed(const std::vector<ir::named_tensor>& values) {
  std::string text = "{";
  for (const ir::named_tensor& each : values) {
    text += (text.size() > 1 ? ", {\"" : "{\"") + std::string(each.name) + "\", {";
    for (std::size_t i = 0; i < each.value.values.size(); ++i)
      text += (i == 0 ? "" : ", ") + printed(each.value.values[i]);
    text += "}}";
  }
  return text + "}";
}

constexpr std::size_t line_length = 120;

std::string comment(const std::string& text) {
  std::istringstream words(text);
  std::string result;
  std::string line = "//";
  for (std::string word; words >> word; line += ' ' + word)
    if (line.size() + 1 + word.size() > line_length) {
      result += line + '\n';
      line = "//";
    }
  return result + line + '\n';
}

std::string raw_text(const ir::graph& g) {
  std::string text(ir::print(g).view());
  text.pop_back();
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 5) text.insert(at + 1, "    ");
  const std::string mark = text.find(")\"") == std::string::npos ? "" : "graph";
  return "R\"" + mark + "(" + text + ")" + mark + "\"";
}

}  // namespace

std::string test_text(const finding& of, const search& with, const std::string& title) {
  const emulator::pass_result& shown = of.on_smallest ? of.on_smallest : of.on_given;
  const written_options given = written(with.with.switches);
  std::string arguments;
  const auto add = [&](const std::string& name, const std::string& value) {
    arguments += (arguments.empty() ? "." : ", .") + name + " = " + value;
  };
  if (given.name != "litho::O3") add("switches", given.name);
  if (const std::string target = with.with.target.name; target != "host") add("target", "litho::npu::" + target);
  if (of.tolerance != emulator::usual_tolerance(of.smallest.graph, with.with)) add("tolerance", printed(of.tolerance));
  if (!of.usual_values) add("values", printed(of.smallest.sources));
  const std::string call =
      "CHECK(graphs::faulty_pass(graph" + (arguments.empty() ? "" : ", {" + arguments + "}") + ") == \"\");";
  std::string test = "TEST_CASE(\"bug " + title + "\") { " + call + " }";
  if (test.size() > line_length) test = "TEST_CASE(\"bug " + title + "\") {\n  " + call + "\n}";
  return "// SPDX-License-Identifier: BSL-1.0\n#include <graphs/passes.hpp>\n\n" +
         comment("Pass " + emulator::explain(shown, of.smallest.graph) + ".") +
         "namespace {\n\nconstexpr std::string_view graph = " + raw_text(of.smallest.graph) + ";\n\n" +
         given.declaration + test + "\n\n}  // namespace\n";
}

std::string title_of(const std::string& file_name) {
  std::string title = file_name.substr(0, file_name.find('.'));
  const auto digits = static_cast<std::size_t>(
      std::find_if(title.begin(), title.end(), [](unsigned char c) { return std::isdigit(c) == 0; }) - title.begin());
  if (digits > 0 && digits < title.size() && title[digits] == '_') title.replace(digits, 1, ": ");
  std::replace(title.begin(), title.end(), '_', ' ');
  return title;
}

}  // namespace litho::bisector
