// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <map>

#include <litho/plan/trace_events.hpp>

#include "html.hpp"
#include "tables.hpp"

namespace litho::reporter {

namespace {

constexpr double left = 76;  // of the map: before it stand offsets
constexpr double height = 320;

struct rectangle {
  int first = 0;  ///< positions in the run
  int last = 0;
  std::int64_t offset = 0;
  std::int64_t bytes = 0;
  std::string op;
  std::string name;
  std::string hint;
  int colour = 0;
};

std::vector<rectangle> rectangles_of(const compiled& of) {
  const plan::plan& p = of.plan;
  std::map<int, rectangle> alive;  // by the buffer whose memory it is
  std::vector<rectangle> result;
  for (std::size_t i = 0; i < of.run.size(); ++i) {
    const plan::kernel& k = p.kernels[static_cast<std::size_t>(of.run[i])];
    const int at = static_cast<int>(i);
    if (k.workspace > 0)
      result.push_back({at, at, k.workspace_offset, k.workspace, "workspace", "workspace",
                        "workspace of kernel " + std::to_string(of.run[i]), -1});
    for (const plan::operand& each : p.operands_of(k)) {
      if (each.scratch) continue;
      const int owner = p.owner(each.buffer);
      const plan::buffer& b = p.at(owner);
      if (b.where != plan::place::arena) continue;
      const auto [found, is_new] = alive.emplace(owner, rectangle{at, at, b.offset, b.bytes, "", "", "", owner});
      found->second.last = at;
      if (!is_new) continue;
      text_builder type;
      type << p.graph[b.node].type;
      found->second.op = p.graph[b.node].op->view();
      found->second.name = found->second.op + " " + std::string(type.view());
    }
  }
  for (auto& [owner, each] : alive) {
    each.hint = each.name + "\n" + bytes_text(each.bytes) + " at " + grouped(each.offset) + "\nkernels " +
                std::to_string(of.run[static_cast<std::size_t>(each.first)]) + " to " +
                std::to_string(of.run[static_cast<std::size_t>(each.last)]);
    result.push_back(std::move(each));
  }
  return result;
}

/// 1, 2 or 5 times a power of ten, so that at most so many steps reach `end`.
std::int64_t step_of(std::int64_t end, std::int64_t most) {
  std::int64_t step = 1;
  for (int i = 0; step * most < end; ++i) step = i % 3 == 1 ? step / 2 * 5 : step * 2;
  return step;
}

}  // namespace

std::string arena_map(const compiled& of) {
  const std::vector<rectangle> all = rectangles_of(of);
  if (all.empty()) return "<p>A run needs no working memory.</p>\n";
  std::int64_t end = of.plan.totals.arena_bytes;
  for (const rectangle& each : all) end = std::max(end, each.offset + each.bytes);
  const double column = std::clamp(1080 / static_cast<double>(of.run.size()), 7.0, 90.0);
  const auto x = [&](int at) { return left + column * at; };
  const auto y = [&](std::int64_t bytes) {
    return 8 + height - height * static_cast<double>(bytes) / static_cast<double>(end);
  };
  const int kernels = static_cast<int>(of.run.size());
  const double width = x(kernels) + 12;
  std::string svg = "<svg class=\"arena\" width=\"" + fixed(width, 0) + "\" height=\"" + fixed(height + 44, 0) +
                    "\" role=\"img\" aria-label=\"arena over time\">\n";
  for (std::int64_t bytes = 0, step = step_of(end, 8); bytes <= end; bytes += step)
    svg += "<path class=\"grid\" d=\"M" + fixed(left, 1) + " " + fixed(y(bytes), 1) + "H" + fixed(x(kernels), 1) +
           "\"/><text class=\"axis y\" x=\"" + fixed(left - 6, 1) + "\" y=\"" + fixed(y(bytes) + 4, 1) + "\">" +
           bytes_text(bytes) + "</text>\n";
  const auto every = static_cast<int>(step_of(static_cast<std::int64_t>(30 * kernels / column) + 1, kernels));
  for (int at = 0; at < kernels; at += std::max(every, 1))
    svg += "<text class=\"axis x\" x=\"" + fixed(x(at) + column / 2, 1) + "\" y=\"" + fixed(height + 22, 1) + "\">" +
           std::to_string(of.run[static_cast<std::size_t>(at)]) + "</text>\n";
  svg += "<text class=\"axis x\" x=\"" + fixed(left + (x(kernels) - left) / 2, 1) + "\" y=\"" + fixed(height + 38, 1) +
         "\">kernel</text>\n";
  for (const rectangle& each : all) {
    const double w = x(each.last + 1) - x(each.first);
    const double h = y(each.offset) - y(each.offset + each.bytes);
    const std::string colour =
        each.colour < 0 ? "#c9c9c9" : "hsl(" + std::to_string(each.colour * 47 % 360) + ",55%,78%)";
    svg += "<g><title>" + escaped(each.hint) + "</title><rect x=\"" + fixed(x(each.first) + 0.5, 1) + "\" y=\"" +
           fixed(std::min(y(each.offset + each.bytes), y(each.offset) - 2), 1) + "\" width=\"" + fixed(w - 1, 1) +
           "\" height=\"" + fixed(std::max(h, 2.0), 1) + "\" fill=\"" + colour + "\"/>";
    const auto letters = static_cast<std::size_t>((w - 8) / 6.7);
    if (h >= 14 && letters >= 4)
      svg += "<text x=\"" + fixed(x(each.first) + 4, 1) + "\" y=\"" + fixed(y(each.offset) - h / 2 + 4, 1) + "\">" +
             escaped(shortened(each.name.size() <= letters ? each.name : each.op, letters)) + "</text>";
    svg += "</g>\n";
  }
  return svg + "</svg>\n";
}

}  // namespace litho::reporter
