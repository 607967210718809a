// SPDX-License-Identifier: BSL-1.0
#include <graphs/passes.hpp>

// Pass forgets_limits: off by 1.5 of the largest magnitude of output "y", at element 0: 15, not 6.
namespace {

constexpr std::string_view graph = R"(%0 = input "v2" : f32[1,1]
    %1 = relu6(%0) : f32[1,1]
    return "y" %1)";

constexpr litho::options switches = [] {
  litho::options all = litho::O2;
  all.order = false;
  return all;
}();

TEST_CASE("bug 014: forgets limits") {
  CHECK(graphs::faulty_pass(graph, {.switches = switches, .values = {{"v2", {15}}}}) == "");
}

}  // namespace
