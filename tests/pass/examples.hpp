// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <catch.hpp>
#include <string>

#include "laws.hpp"

/// Tests of one pass on graphs written as text.
namespace litho::test {

struct example {
  std::string_view title;
  std::string_view before;
  std::string_view after;  ///< as it was, where nothing stands here
  options switches = O3;
  device target = graphs::fixed_target;
};

constexpr options relaxed = with(O3, &options::relaxed, true);

constexpr options winograd = with(O3, &options::winograd, true);

constexpr ir::graph graph_from(std::string_view text) { return ir::parse(text, all_ops).value; }

/// The text as `print` writes it; of a text that is no graph, the line where it is none.
constexpr text_builder normal(std::string_view text) {
  const ir::parsed read = ir::parse(text, all_ops);
  if (read.ok()) return ir::print(read.value);
  text_builder out;
  out << "line " << read.line << ": " << read.error;
  return out;
}

template <class Pass>
constexpr text_builder result_of(const example& each) {
  return ir::print(Pass::run(graph_from(each.before), context_of(each.switches, each.target)));
}
constexpr text_builder expected_of(const example& each) {
  return normal(each.after.empty() ? each.before : each.after);
}

/// The plan of a graph without composites, before passes on plans.
constexpr plan::plan plan_from(std::string_view text) {
  return plan::build(pass::fuse::run(graph_from(text), context_of()), graphs::fixed_target, true, nullptr);
}

/// "exp(0) add(1)": the kernels in order, each by its first op and the node it is made for.
constexpr text_builder kernels_of(const plan::plan& p) {
  text_builder out;
  for (const plan::kernel& each : p.kernels) {
    if (out.size() > 0) out << ' ';
    if (each.root < 0)
      out << "copy";
    else
      out << p.graph[each.root].op->view() << '(' << each.root << ')';
  }
  return out;
}

/// The constexpr half, for STATIC_REQUIRE.
template <class Pass, std::size_t Count>
constexpr bool all_hold(const example (&examples)[Count]) {
  for (const example& each : examples)
    if (!same_text(result_of<Pass>(each), expected_of(each))) return false;
  return true;
}

/// The same at run time, where the texts can be read, and the laws of the pass on each example.
template <class Pass, std::size_t Count>
void check_all(const example (&examples)[Count]) {
  for (const example& each : examples) {
    INFO(Pass::name << ": " << each.title);
    CHECK(std::string(result_of<Pass>(each).view()) == std::string(expected_of(each).view()));
    CHECK(broken_law<Pass>(graph_from(each.before), context_of(each.switches, each.target)) == "");
  }
}

}  // namespace litho::test
