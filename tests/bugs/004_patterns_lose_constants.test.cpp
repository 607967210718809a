// SPDX-License-Identifier: BSL-1.0
#include <pass/examples.hpp>

// The constants of a graph move over while pass `patterns` copies it, and the patterns that ask for one (0.5 of gelu, epsilon of
// layer_norm) asked the empty graph: they never fitted.
namespace litho::test {
namespace {

constexpr std::string_view parts = R"(%0 = constant {0.70710677} : f32[]
    %1 = constant {1} : f32[]
    %2 = constant {0.5} : f32[]
    %3 = input "x" : f32[3]
    %4 = mul(%3, %0) : f32[3]
    %5 = erf(%4) : f32[3]
    %6 = add(%5, %1) : f32[3]
    %7 = mul(%3, %6) : f32[3]
    %8 = mul(%7, %2) : f32[3]
    return "y" %8)";

TEST_CASE("bug 004: a pattern finds its constants") {
  const ir::graph g = pass::optimise(graph_from(parts), context_of());
  CHECK(kernels_of(plan::build(ir::graph(g), graphs::fixed_target, true, nullptr)).view() == "gelu(1)");
}

}  // namespace
}  // namespace litho::test
