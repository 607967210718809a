// SPDX-License-Identifier: BSL-1.0
#include <litho/ir/verify.hpp>

#include "text.hpp"

namespace litho::test {
namespace {

constexpr std::string_view sound =
    "%0 = input \"x\" : f32[2,3]\n"
    "%1 = param \"w\" : f32[3,4]\n"
    "%2 = constant {2} : f32[] compile\n"
    "%3 = matmul(%0, %1) : f32[2,4]\n"
    "%4 = mul(%3, %2) : f32[2,4] after(%3)\n"
    "return \"y\" %4\n";

/// What verify finds once `damage` has been done to the sound graph.
template <class Damage>
constexpr ir::violation found_after(Damage&& damage) {
  ir::graph g = graph_from(sound);
  damage(g);
  return ir::verify(g);
}

template <class Damage>
constexpr bool breaks(std::string_view law, int node, Damage&& damage) {
  const ir::violation found = found_after(damage);
  return found && found.law == law && found.node == node;
}

constexpr bool structure() {
  return !found_after([](ir::graph&) {}) &&  //
         breaks("a node has no op", -1, [](ir::graph& g) { g[4].op = nullptr; }) &&
         breaks("a range leaves its pool", 3, [](ir::graph& g) { g[3].inputs.first = 100; }) &&
         breaks("a range leaves its pool", 3, [](ir::graph& g) { g[3].inputs.count = -1; }) &&
         breaks("a range leaves its pool", 4, [](ir::graph& g) { g[4].controls = {-1, 1}; }) &&
         breaks("a range leaves its pool", 4, [](ir::graph& g) { g[4].controls = {0x7fffffff, 1}; }) &&
         breaks("a range leaves its pool", 1, [](ir::graph& g) { g[1].attributes.count = 1000; }) &&
         breaks("an op has the wrong number of inputs", 3, [](ir::graph& g) { g[3].inputs.count = 1; }) &&
         breaks("an input does not come before its user", 3, [](ir::graph& g) { g.inputs(3)[0] = 3; }) &&
         breaks("an input does not come before its user", 3, [](ir::graph& g) { g.inputs(3)[1] = -1; }) &&
         breaks("a control edge does not come before its user", 4, [](ir::graph& g) { g.controls(4)[0] = 4; }) &&
         breaks("a control edge does not come before its user", 4, [](ir::graph& g) { g.controls(4)[0] = -7; });
}

constexpr bool types() {
  return breaks("an op refuses its inputs", 3, [](ir::graph& g) { g.inputs(3)[1] = 0; }) &&
         breaks("a type differs from what its op infers", 4, [](ir::graph& g) { g[4].type.dims[0] = 3; }) &&
         breaks("a type differs from what its op infers", 4, [](ir::graph& g) { g[4].type.element = dtype::f64; }) &&
         breaks("a type differs from what its op infers", 0,
                [](ir::graph& g) { g[0].type = g[0].type.with(format::fractal_nz, 8); });
}

constexpr bool sources() {
  return breaks("constant nodes and constant values do not match", 2, [](ir::graph& g) { g[2].constant = -1; }) &&
         breaks("constant nodes and constant values do not match", 1, [](ir::graph& g) { g[1].constant = 0; }) &&
         breaks("a constant leaves its pool", 2, [](ir::graph& g) { g[2].constant = 5; }) &&
         breaks("a constant has the wrong size", 2, [](ir::graph& g) { g.constants[0].values.push_back(1); }) &&
         breaks("a constant has the wrong size", 2, [](ir::graph& g) { g.constants[0].type = f32({1}); }) &&
         breaks("an input or parameter has no name", 0, [](ir::graph& g) { g[0].name = {}; }) &&
         breaks("two sources have the same name", 5,
                [](ir::graph& g) { g.append_source(info_of<"param">, f32({3, 4}), "w"); });
}

/// An input and a parameter are asked for at different times, so they may have one name.
constexpr bool input_and_parameter() {
  return !found_after([](ir::graph& g) { g.append_source(info_of<"input">, f32({1}), "w"); });
}

constexpr bool outputs() {
  return breaks("a graph has no output", -1, [](ir::graph& g) { g.outputs.clear(); }) &&
         breaks("an output is not a node", -1, [](ir::graph& g) { g.outputs[0].node = 5; }) &&
         breaks("an output is not a node", -1, [](ir::graph& g) { g.outputs[0].node = -1; });
}

constexpr bool explains() {
  ir::graph g = graph_from(sound);
  const bool good = ir::explain(g, ir::verify(g)).view() == "no violation";
  g.inputs(3)[1] = 0;
  return good && ir::explain(g, ir::verify(g)).view() ==
                     "%3 matmul: an op refuses its inputs: litho::matmul: inner sizes differ: lhs f32[2,3], rhs "
                     "f32[2,3] (3 vs 2)";
}

TEST_CASE("each law of a graph is checked") {
  STATIC_REQUIRE(structure());
  REQUIRE(structure());
  STATIC_REQUIRE(types());
  REQUIRE(types());
  STATIC_REQUIRE(sources());
  REQUIRE(sources());
  STATIC_REQUIRE(input_and_parameter());
  REQUIRE(input_and_parameter());
  STATIC_REQUIRE(outputs());
  REQUIRE(outputs());
  STATIC_REQUIRE(explains());
  REQUIRE(explains());
}

}  // namespace
}  // namespace litho::test
