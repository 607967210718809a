// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <limits>

#include "verify.hpp"

namespace litho::ir {

/// A parsed graph, or the line (from 1) and the reason why the text is none.
struct parsed {
  graph value;
  int line = 0;
  const char* error = nullptr;

  constexpr bool ok() const { return error == nullptr; }
};

namespace detail {

using litho::detail::parse_list;
using litho::detail::parse_number;
using litho::detail::skip;

constexpr bool parse_name(std::string_view& text, std::string_view& out) {
  if (!skip(text, "\"")) return false;
  const std::size_t end = text.find('"');
  if (end == std::string_view::npos) return false;
  out = text.substr(0, end);
  text.remove_prefix(end + 1);
  return true;
}

constexpr bool parse_nodes(std::string_view& text, vec<int>& out, int below) {
  do {
    std::int64_t node = 0;
    if (!skip(text, "%") || !parse_number(text, node) || node < 0 || node >= below) return false;
    out.push_back(static_cast<int>(node));
  } while (skip(text, ","));
  return skip(text, ")");
}

constexpr bool parse_type(std::string_view& text, tensor_type& out) {
  bool known = false;
  for (dtype each : all_dtypes) {
    if (!skip(text, name_of(each))) continue;
    out.element = each;
    known = true;
    break;
  }
  if (!known || !parse_list(text, out.dims)) return false;
  std::int64_t elements = 1;
  for (std::int64_t extent : out.dims) {
    if (extent < 0 || extent > most_elements || (extent > 0 && elements > most_elements / extent)) return false;
    elements *= extent;
  }
  if (!text.starts_with(":")) return true;
  skip(text, ":");
  for (format each : {format::nc1hwc0, format::fractal_z, format::fractal_nz, format::winograd_2, format::winograd_4}) {
    std::int64_t lanes = 0;
    text_builder name;
    name << name_of(each) << '/';
    if (!skip(text, name.view())) continue;
    if (!parse_number(text, lanes) || lanes < 1 || lanes > 1024) return false;
    out = out.with(each, static_cast<int>(lanes));
    return true;
  }
  return false;
}

constexpr bool parse_index(std::string_view& text, int& out) {
  std::int64_t number = 0;
  if (!parse_number(text, number) || number < 0 || number > std::numeric_limits<int>::max()) return false;
  out = static_cast<int>(number);
  return true;
}

constexpr const char* parse_end(std::string_view& line) {
  skip(line, "");
  return line.empty() ? nullptr : "the line goes on after the node";
}

constexpr const char* parse_tail(std::string_view& line, graph& into, int at) {
  vec<int> before;
  if (skip(line, "after(")) {
    if (!parse_nodes(line, before, at)) return "a control edge is not an earlier node";
    into.add_controls(at, std::span<const int>(before.data(), before.size()));
  }
  for (binding when : {binding::compile, binding::load})
    if (skip(line, name_of(when))) into[at].when = when;
  if (skip(line, "origin=") && !parse_index(line, into[at].origin)) return "origin is not a number";
  if (skip(line, "kernel=") && !parse_index(line, into[at].kernel)) return "kernel is not a number";
  return parse_end(line);
}

constexpr const char* parse_line(std::string_view line, graph& into, std::span<const op_info* const> ops) {
  std::int64_t at = 0;
  if (skip(line, "return")) {
    output out;
    if (!parse_name(line, out.name) || !skip(line, "%") || !parse_number(line, at))
      return "return takes \"name\" %node";
    if (at < 0 || at >= into.size()) return "return of an unknown node";
    out.node = static_cast<int>(at);
    into.outputs.push_back(out);
    return parse_end(line);
  }
  if (!skip(line, "%") || !parse_number(line, at) || at != into.size() || !skip(line, "="))
    return "nodes are numbered from %0 in order";
  skip(line, "");
  const op_info* op = nullptr;
  std::size_t length = 0;
  while (length < line.size() && line[length] != '(' && line[length] != ' ') ++length;
  for (const op_info* each : ops)
    if (each->view() == line.substr(0, length)) op = each;
  if (op == nullptr) return "unknown op";
  line.remove_prefix(length);
  std::string_view name;
  tensor value;
  vec<std::int64_t> wholes;  // of its values, which double holds up to 2^53 only
  vec<int> inputs;
  attribute_values attributes;
  const bool is_constant = op == &info_of<"constant">;
  if (is_constant) {
    if (!skip(line, "{")) return "a constant takes {values}";
    while (!skip(line, "}")) {
      double real = 0;
      if (!value.values.empty() && !skip(line, ",")) return "constant values are separated by commas";
      std::string_view digits = line;
      std::int64_t whole = 0;
      wholes.push_back(parse_number(digits, whole) ? whole : 0);
      if (!parse_number(line, real)) return "a constant value is not a number";
      value.values.push_back(real);
    }
  } else if (op->kind == category::source) {
    if (!parse_name(line, name)) return "a source takes a \"name\"";
  } else {
    if (!skip(line, "(") || !parse_nodes(line, inputs, into.size())) return "inputs must be earlier nodes";
    skip(line, "");
    if (!op->parse(line, attributes)) return "attributes do not fit the op";
  }
  tensor_type type;
  if (!skip(line, ":") || !parse_type(line, type)) return "a type is missing or unknown";
  int added = 0;
  if (is_constant) {
    value.type = type;
    if (value.values.size() != static_cast<std::size_t>(type.elements()))
      return "a constant has the wrong number of values";
    for (std::size_t i = 0; i < wholes.size() && !is_float(type.element); ++i) value.values[i] = wholes[i];
    added = into.append_constant(value);
    into[added].when = binding::run;  // parse_tail sets what the text says
  } else if (op->kind == category::source) {
    added = into.append_source(*op, type, name);
  } else {
    added = into.append(*op, type, std::span<const int>(inputs.data(), inputs.size()), attributes.view());
  }
  return parse_tail(line, into, added);
}

}  // namespace detail

/// Reads what `print` writes. Names point into `text`, which must outlive the graph. `ops` are the known ops, usually
/// litho::all_ops. The result obeys `verify`, or has an error.
constexpr parsed parse(std::string_view text, std::span<const op_info* const> ops) {
  parsed result;
  vec<int> line_of_node;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    while (line.ends_with(' ') || line.ends_with('\r')) line.remove_suffix(1);
    ++result.line;
    if (!line.empty()) result.error = detail::parse_line(line, result.value, ops);
    if (!result.ok()) return result;
    line_of_node.resize(result.value.nodes.size(), result.line);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  const violation found = verify(result.value);
  result.error = found.law;
  if (found.node >= 0) result.line = line_of_node[static_cast<std::size_t>(found.node)];
  return result;
}

}  // namespace litho::ir
