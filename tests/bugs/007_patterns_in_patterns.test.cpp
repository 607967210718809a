// SPDX-License-Identifier: BSL-1.0
#include <pass/examples.hpp>

// Of two batch-norms in a row only the first went into the weights, and to run the pass again gave another graph.
namespace litho::test {
namespace {

constexpr std::string_view twice = R"(%0 = input "x" : f32[2,3]
    %1 = param "w" : f32[4,3]
    %2 = dense(%0, %1) : f32[2,4]
    %3 = param "p" : f32[4]
    %4 = param "running_var" : f32[4]
    %5 = batch_norm(%2, %3, %3, %3, %4) epsilon=0 : f32[2,4]
    %6 = batch_norm(%5, %3, %3, %3, %4) epsilon=0 : f32[2,4]
    return "y" %6)";

TEST_CASE("bug 007: what a pattern has written may match in turn") {
  CHECK(broken_law<pass::patterns>(graph_from(twice)) == "");
  const ir::graph after = pass::patterns::run(graph_from(twice), context_of());
  for (int at = 0; at < after.size(); ++at) CHECK_FALSE(after.is<"batch_norm">(at));
}

}  // namespace
}  // namespace litho::test
