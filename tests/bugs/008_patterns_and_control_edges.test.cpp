// SPDX-License-Identifier: BSL-1.0
#include <pass/examples.hpp>

// Values inside of a pattern that must follow something were taken in, and their control edges lost.
namespace litho::test {
namespace {

constexpr std::string_view softmax = R"(%0 = input "x" : f32[2,3]
    %1 = tanh(%0) : f32[2,3]
    %2 = reduce_max(%0) axes=[1] : f32[2,1]
    %3 = sub(%0, %2) : f32[2,3]
    %4 = exp(%3) : f32[2,3] after(%1)
    %5 = reduce_sum(%4) axes=[1] : f32[2,1]
    %6 = div(%4, %5) : f32[2,3]
    return "y" %6
    return "z" %1)";

TEST_CASE("bug 008: patterns keep control edges") {
  CHECK(std::string(ir::print(pass::patterns::run(graph_from(softmax), context_of())).view()) ==
        std::string(normal(softmax).view()));
}

}  // namespace
}  // namespace litho::test
