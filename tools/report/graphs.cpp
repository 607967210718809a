// SPDX-License-Identifier: BSL-1.0
#include "graphs.hpp"

#include <algorithm>
#include <map>

#include <litho/ir/print.hpp>
#include <litho/plan/trace_events.hpp>

#include "html.hpp"
#include "layers.hpp"

namespace litho::reporter {

namespace {

constexpr double line_height = 13;
constexpr double letter_width = 6.7;
constexpr std::size_t longest_line = 30;

struct box {
  std::string kind;  ///< its class: cube, vector, move, image, none, port
  std::vector<std::string> lines;
  std::string hint;
};

struct drawing {
  std::vector<box> boxes;
  std::vector<std::pair<int, int>> edges;
};

std::string number(double x) { return fixed(x, x == static_cast<double>(static_cast<int>(x)) ? 0 : 1); }

/// From the middle of one side to the next, bent where boxes are passed.
std::string path_text(const std::vector<point>& path) {
  std::string text = "M" + number(path[0].x) + " " + number(path[0].y);
  for (std::size_t i = 1; i < path.size(); ++i) {
    const point& a = path[i - 1];
    const point& b = path[i];
    const double middle = (a.y + b.y) / 2;
    if (a.x == b.x)
      text += "V" + number(b.y);
    else
      text += "C" + number(a.x) + " " + number(middle) + " " + number(b.x) + " " + number(middle) + " " + number(b.x) +
              " " + number(b.y);
  }
  return text;
}

std::string svg_of(const drawing& of, const std::string& title) {
  layered_input boxes{{}, of.edges};
  for (const box& each : of.boxes) {
    std::size_t longest = 4;
    for (const std::string& line : each.lines) longest = std::max(longest, line.size());
    boxes.sizes.push_back({static_cast<double>(std::min(longest, longest_line + 2)) * letter_width + 14,
                           static_cast<double>(each.lines.size()) * line_height + 10});
  }
  const layered placed = layout(boxes);
  std::string svg = "<svg class=\"graph\" width=\"" + number(placed.size.x) + "\" height=\"" + number(placed.size.y) +
                    "\" role=\"img\" aria-label=\"" + escaped(title) + "\">\n";
  for (const std::vector<point>& each : placed.paths) svg += "<path class=\"edge\" d=\"" + path_text(each) + "\"/>\n";
  for (std::size_t i = 0; i < of.boxes.size(); ++i) {
    const box& each = of.boxes[i];
    const point& at = placed.centres[i];
    const point& size = boxes.sizes[i];
    svg += "<g class=\"" + each.kind + "\"><title>" + escaped(each.hint) + "</title><rect x=\"" +
           number(at.x - size.x / 2) + "\" y=\"" + number(at.y - size.y / 2) + "\" width=\"" + number(size.x) +
           "\" height=\"" + number(size.y) + "\" rx=\"4\"/>";
    for (std::size_t l = 0; l < each.lines.size(); ++l)
      svg += std::string("<text") + (l + 1 < each.lines.size() ? " class=\"first\"" : "") + " x=\"" + number(at.x) +
             "\" y=\"" + number(at.y - size.y / 2 + 14.5 + static_cast<double>(l) * line_height) + "\">" +
             escaped(shortened(each.lines[l], longest_line)) + "</text>";
    svg += "</g>\n";
  }
  return svg + "</svg>\n";
}

std::string type_text(const tensor_type& type) {
  text_builder out;
  out << type;
  return std::string(out.view());
}

/// Words in lines of at most so many letters, and so many lines.
std::vector<std::string> wrapped(const std::string& text, std::size_t letters, std::size_t most) {
  std::vector<std::string> lines(1);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    at = end + 1;
    if (!lines.back().empty() && lines.back().size() + 1 + word.size() > letters) {
      if (lines.size() == most) {
        lines.back() += " \u2026";
        break;
      }
      lines.emplace_back();
    }
    lines.back() += (lines.back().empty() ? "" : " ") + word;
  }
  return lines;
}

box port_of(const std::string& name, const std::string& type) {
  return {"port", {name.empty() ? "input" : name, type}, name + " " + type};
}

void add_edge(drawing& to, int from, int into) {
  const std::pair<int, int> edge{from, into};
  if (std::find(to.edges.begin(), to.edges.end(), edge) == to.edges.end()) to.edges.push_back(edge);
}

bool reaches(const drawing& in, int from, int to) {
  std::vector<bool> reached(in.boxes.size());
  reached[static_cast<std::size_t>(from)] = true;
  for (int at = from + 1; at <= to; ++at)
    for (const auto& [begin, end] : in.edges)
      if (end == at && reached[static_cast<std::size_t>(begin)]) reached[static_cast<std::size_t>(at)] = true;
  return reached[static_cast<std::size_t>(to)];
}

/// From the kernels that have written parts of one value, but for those that another of them follows anyway.
void add_edges(drawing& to, const std::vector<int>& writers, int into) {
  for (std::size_t i = 0; i < writers.size(); ++i)
    if (i + 1 == writers.size() || !reaches(to, writers[i], writers.back())) add_edge(to, writers[i], into);
}

}  // namespace

std::string graph_before(const compiled& of) {
  drawing made;
  const ir::graph& g = of.given;
  std::vector<int> box_of(static_cast<std::size_t>(g.size()), -1);
  for (int at = 0; at < g.size(); ++at) {
    const ir::node& node = g[at];
    const bool is_input = g.is<"input">(at);
    const auto is_drawn = [&](int input) { return box_of[static_cast<std::size_t>(input)] >= 0; };
    const auto inputs = g.inputs(at);
    if (!is_input && std::none_of(inputs.begin(), inputs.end(), is_drawn)) continue;
    const std::string type = type_text(node.type);
    text_builder line;
    ir::print_node(line, g, at);
    box_of[static_cast<std::size_t>(at)] = static_cast<int>(made.boxes.size());
    if (is_input) {
      made.boxes.push_back(port_of(std::string(node.name), type));
      continue;
    }
    made.boxes.push_back({std::string(litho::name_of(node.op->unit)),
                          {std::string(node.op->view()), type},
                          shortened(line.view(), 400) + (node.name.empty() ? "" : "\n" + std::string(node.name))});
    for (int input : inputs)
      if (is_drawn(input))
        add_edge(made, box_of[static_cast<std::size_t>(input)], box_of[static_cast<std::size_t>(at)]);
  }
  for (const ir::output& each : g.outputs) {
    if (box_of[static_cast<std::size_t>(each.node)] < 0) continue;
    add_edge(made, box_of[static_cast<std::size_t>(each.node)], static_cast<int>(made.boxes.size()));
    made.boxes.push_back(port_of(std::string(each.name), type_text(g[each.node].type)));
  }
  return svg_of(made, "the graph as read");
}

std::string graph_after(const compiled& of) {
  drawing made;
  const plan::plan& p = of.plan;
  std::map<int, std::vector<int>> writers;  // of each buffer: several kernels may write parts of it
  const auto is_read = [&](int buffer) {
    for (int k : of.run)
      for (const plan::operand& each : p.operands_of(p.kernels[static_cast<std::size_t>(k)]))
        if (!each.scratch && !each.written && each.buffer == buffer) return true;
    return false;
  };
  for (std::size_t b = 0; b < p.buffers.size(); ++b) {
    const plan::buffer& each = p.buffers[b];
    if (each.where != plan::place::input || !is_read(static_cast<int>(b))) continue;
    writers[static_cast<int>(b)] = {static_cast<int>(made.boxes.size())};
    made.boxes.push_back(port_of(std::string(p.graph[each.node].name), type_text(p.graph[each.node].type)));
  }
  for (std::size_t i = 0; i < of.run.size(); ++i) {
    const plan::kernel& k = p.kernels[static_cast<std::size_t>(of.run[i])];
    const std::string ops = plan::ops_of(p, k);
    const int self = static_cast<int>(made.boxes.size());
    box each{std::string(litho::name_of(k.unit)), wrapped(std::to_string(of.run[i]) + " " + ops, longest_line, 3), ""};
    each.lines.push_back(type_text(k.iteration));
    std::string names;
    for (int node : p.nodes_of(k))
      if (!p.graph[node].name.empty()) names += "\n" + std::string(p.graph[node].name);
    each.hint = "kernel " + std::to_string(of.run[i]) + ": " + ops + " " + type_text(k.iteration) + "\n" +
                fixed(of.microseconds(of.figures[i].cycles()), 2) + " us" + names;
    made.boxes.push_back(std::move(each));
    for (const plan::operand& read : p.operands_of(k))
      if (!read.scratch && !read.written) add_edges(made, writers[read.buffer], self);
    for (const plan::operand& written : p.operands_of(k))
      if (!written.scratch && written.written) writers[written.buffer].push_back(self);
  }
  for (std::size_t i = 0; i < p.graph.outputs.size(); ++i) {
    const ir::output& out = p.graph.outputs[i];
    const std::vector<int>& from = writers[p.values[static_cast<std::size_t>(out.node)].buffer];
    if (from.empty()) continue;
    add_edges(made, from, static_cast<int>(made.boxes.size()));
    made.boxes.push_back(port_of(std::string(out.name), type_text(p.graph[out.node].type)));
  }
  return svg_of(made, "the kernels of a run");
}

}  // namespace litho::reporter
