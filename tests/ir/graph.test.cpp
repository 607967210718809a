// SPDX-License-Identifier: BSL-1.0
#include <litho/ir/graph.hpp>

#include "text.hpp"

namespace litho::test {
namespace {

constexpr std::string_view text =
    "%0 = input \"x\" : f32[2]\n"
    "%1 = constant {1,2} : f32[2] compile\n"
    "%2 = add(%0, %1) : f32[2] origin=3\n"
    "%3 = relu(%2) : f32[2]\n"
    "%4 = neg(%2) : f32[2] after(%3) load kernel=1\n"
    "return \"y\" %4\n"
    "return \"z\" %2\n";

/// A pass that changes nothing gives an equal graph.
constexpr bool copies() {
  ir::graph g = graph_from(text);
  ir::rewriter copy(g);
  for (int at = 0; at < g.size(); ++at) copy.copy(at);
  return ir::print(copy.finish()).view() == text;
}

/// A node may be left out, doubled or stood in for; users, control edges and outputs follow.
constexpr bool rewrites() {
  ir::graph g = graph_from(text);
  ir::rewriter to(g);
  to.copy(0);
  to.copy(1);
  const int inputs[] = {to.at(1), to.at(0)};
  const int sub = to.result().append(info_of<"sub">, g[2].type, inputs, {});
  to.carry(2, sub);
  to.map(2, sub);
  to.map(3, -1);  // without its node, a control edge vanishes
  to.copy(4);
  const bool halfway = to.peek().size() == 4 && to.at(4) == 3;
  const ir::graph result = to.finish();
  return halfway && !ir::verify(result) &&
         ir::print(result).view() ==
             "%0 = input \"x\" : f32[2]\n"
             "%1 = constant {1,2} : f32[2] compile\n"
             "%2 = sub(%1, %0) : f32[2] origin=3\n"
             "%3 = neg(%2) : f32[2] load kernel=1\n"
             "return \"y\" %3\n"
             "return \"z\" %2\n";
}

/// An op may take as many inputs as any op does.
constexpr bool copies_many_inputs() {
  ir::graph g;
  const int x = g.append_source(info_of<"input">, f32({1}), "x");
  vec<int> inputs(64, x);
  g.outputs.push_back({g.append(info_of<"concat">, f32({64}), std::span<const int>(inputs.data(), inputs.size()),
                                packed(concat_attributes{}).view()),
                       "y"});
  ir::rewriter copy(g);
  copy.copy(0);
  copy.copy(1);
  const ir::graph result = copy.finish();
  return op<"concat">::inputs_max == 64 && result.inputs(1).size() == 64 && !ir::verify(result);
}

constexpr bool counts_uses() {
  const vec<int> uses = ir::use_counts(graph_from(text));
  return uses == vec<int>{1, 1, 3, 0, 1};  // control edges use no value, outputs do
}

constexpr bool edits() {
  ir::graph g = graph_from(text);
  const int inputs[] = {1, 1};
  g.set_inputs(2, inputs);
  const int more[] = {0, 1};
  g.add_controls(4, more);
  g.set_attributes(2, std::span<const std::int64_t>());
  return g.inputs(2)[0] == 1 && g.controls(4).size() == 3 && g.controls(4)[0] == 3 && g.controls(4)[2] == 1 &&
         g.attributes(2).empty() && !ir::verify(g);
}

constexpr bool emits() {
  ir::graph g = graph_from(text);
  g.origin = 9;
  const emitter emit = g.emit();
  const int half = emit.scalar(dtype::f32, 0.1);
  const int y = emit.make<"mul">({4, half});
  const int s = emit.make<"reduce_sum">({y}, reduction_attributes{0});
  return g.constant(half)->values[0] == static_cast<double>(0.1F) && g[y].type == f32({2}) &&
         emit.type(s) == f32({1}) && g[s].origin == 9 && g[half].when == binding::compile && !ir::verify(g);
}

TEST_CASE("graph") {
  STATIC_REQUIRE(counts_uses());
  REQUIRE(counts_uses());
  STATIC_REQUIRE(edits());
  REQUIRE(edits());
  STATIC_REQUIRE(emits());
  REQUIRE(emits());
}

TEST_CASE("rewriter") {
  STATIC_REQUIRE(copies());
  REQUIRE(copies());
  STATIC_REQUIRE(rewrites());
  REQUIRE(rewrites());
  STATIC_REQUIRE(copies_many_inputs());
  REQUIRE(copies_many_inputs());
}

}  // namespace
}  // namespace litho::test
