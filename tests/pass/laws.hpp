// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <graphs/target.hpp>
#include <graphs/values.hpp>
#include <litho/ir/parse.hpp>
#include <litho/ir/print.hpp>
#include <litho/npu/device.hpp>
#include <litho/op/all.hpp>
#include <litho/plan/print.hpp>

#include "switches.hpp"

/// The laws of passes. Each function is constexpr and returns what is broken, or nothing.
namespace litho::test {

constexpr pass::context context_of(const options& given = O3, const device& target = graphs::fixed_target) {
  return {given, target};
}

constexpr options with_halves = [] {
  options all = O3;
  all.precision = litho::precision::half;
  return all;
}();

/// How far a pass may move a result, over its largest magnitude: most not at all.
template <class Pass>
inline constexpr double tolerance = 0;
template <>
inline constexpr double tolerance<pass::patterns> = 1e-5;
template <>
inline constexpr double tolerance<pass::precision> = 0x1p-9;  // a step of halves, for each input
template <>
inline constexpr double tolerance<pass::decompose> = 1e-6;  // what it takes apart is rounded at each step

constexpr bool same_text(const text_builder& a, const text_builder& b) { return a.view() == b.view(); }

/// Inputs and parameters are a network's signature: no pass changes their names, types or order.
constexpr bool same_signature(const ir::graph& a, const ir::graph& b) {
  const auto list = [](const ir::graph& of) {
    text_builder text;
    for (const ir::node& each : of.nodes)
      if (!each.name.empty()) text << each.op->view() << each.name << each.type << '\n';
    for (const ir::output& each : of.outputs) text << each.name << of[each.node].type << '\n';
    return text;
  };
  return same_text(list(a), list(b));
}

/// parse(print(g)) is g.
constexpr bool reads_back(const ir::graph& g) {
  const text_builder text = ir::print(g);
  const ir::parsed again = ir::parse(text.view(), all_ops);
  return again.ok() && same_text(ir::print(again.value), text);
}

template <class Pass>
constexpr std::string_view broken_law(const ir::graph& before, const pass::context& with = context_of(),
                                      double least = 0) {
  const ir::graph after = Pass::run(ir::graph(before), with);
  if (ir::verify(after)) return ir::verify(after).law;
  if (!same_signature(before, after)) return "inputs, parameters and outputs stay as they are";
  if (!reads_back(after)) return "its text reads back";
  if (!same_text(ir::print(Pass::run(ir::graph(after), with)), ir::print(after))) return "to run again changes nothing";
  if (graphs::distance(graphs::evaluate(after), graphs::evaluate(before), least) >
      (tolerance<Pass> == 0 ? 0 : tolerance<Pass> + graphs::cost_of_halves(after)))
    return "values stay as they are";
  return {};
}

constexpr text_builder whole_text(const plan::plan& p) {
  text_builder text = plan::print(p);
  text << plan::print_memory(p).view();
  return text;
}

/// Of passes on plans.
template <class Pass>
constexpr std::string_view broken_law(const plan::plan& before, const pass::context& with = context_of()) {
  const plan::plan after = Pass::run(plan::plan(before), with);
  if (plan::verify(after)) return plan::verify(after).law;
  if (!same_text(whole_text(Pass::run(plan::plan(after), with)), whole_text(after)))
    return "to run again changes nothing";
  if (after.kernels.size() != before.kernels.size()) return "kernels stay";
  return {};
}

}  // namespace litho::test
