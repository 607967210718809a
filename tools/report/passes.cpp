// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cstdlib>

#include "difference.hpp"
#include "html.hpp"
#include "tables.hpp"

namespace litho::reporter {

namespace {

constexpr std::size_t most_lines = 400;
constexpr std::size_t longest_line = 240;

/// The lines that a pass changed, folded; or all of the first dump of a graph or plan.
std::string change(const std::string& before, const std::string& after, bool is_first) {
  const std::vector<line> lines = difference(is_first ? "" : before, after);
  const auto count = [&](char sign) {
    return static_cast<std::size_t>(
        std::count_if(lines.begin(), lines.end(), [sign](const line& each) { return each.sign == sign; }));
  };
  const std::size_t added = count('+');
  const std::size_t removed = count('-');
  if (added + removed == 0) return "nothing";
  std::string text = "<details><summary>" +
                     (is_first ? std::to_string(added) + " lines"
                               : std::to_string(removed) + " lines went, " + std::to_string(added) + " came") +
                     "</summary><pre>";
  std::size_t written = 0;
  for (const line& each : lines) {
    if (each.sign == ' ') continue;
    if (written++ == most_lines) {
      text += "\u2026 " + std::to_string(added + removed - most_lines) + " more\n";
      break;
    }
    const std::string content = escaped(shortened(each.text, longest_line));
    if (is_first)
      text += content + "\n";
    else if (each.sign == '+')
      text += "<ins>+ " + content + "</ins>\n";
    else
      text += "<del>- " + content + "</del>\n";
  }
  return text + "</pre></details>";
}

std::string nodes_text(int nodes, int before) {
  const std::string text = std::to_string(nodes);
  if (nodes == before) return text;
  return text + " <small>" + (nodes > before ? "+" : "\u2212") + std::to_string(std::abs(nodes - before)) + "</small>";
}

}  // namespace

std::string pass_table(const compiled& of) {
  std::string text =
      "<table class=\"passes\">" + table_head({"pass", ">nodes", ">kernels", "what changed"}) + "<tbody>\n";
  for (std::size_t i = 0; i < of.stages.size(); ++i) {
    const stage& each = of.stages[i];
    const stage& before = of.stages[i == 0 ? 0 : i - 1];
    const bool is_first = i == 0 || (each.kernels >= 0 && before.kernels < 0);
    text += "<tr><td>" + escaped(each.pass) + "</td><td class=\"n\">" + nodes_text(each.nodes, before.nodes) +
            "</td><td class=\"n\">" + (each.kernels < 0 ? "" : std::to_string(each.kernels)) + "</td><td>" +
            (each.is_off ? "off" : change(before.text, each.text, is_first)) + "</td></tr>\n";
  }
  return text + "</tbody></table>\n";
}

}  // namespace litho::reporter
