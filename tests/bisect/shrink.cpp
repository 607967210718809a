// SPDX-License-Identifier: BSL-1.0
#include "shrink.hpp"

#include <litho/ir/parse.hpp>
#include <litho/ir/print.hpp>
#include <litho/op/all.hpp>

#include "catch.hpp"

namespace {

using litho::bisector::problem;
using litho::bisector::question;

problem problem_from(std::string_view text) {
  const litho::ir::parsed read = litho::ir::parse(text, litho::all_ops);
  REQUIRE(read.ok());
  return litho::bisector::with_random_values({read.value, {}}, 1);
}

std::string shrunk(std::string_view text, const question& shows) {
  return std::string(litho::ir::print(litho::bisector::shrink(problem_from(text), shows).graph).view());
}

/// Whether an op reads another.
question has(std::string_view op, std::string_view of) {
  return [=](const problem& asked) {
    const litho::ir::graph& g = asked.graph;
    for (int at = 0; at < g.size(); ++at)
      for (int input : g.inputs(at))
        if (g[at].op->view() == op && g[input].op->view() == of) return true;
    return false;
  };
}

constexpr std::string_view several = R"(%0 = input "x" : f32[2,3,4,4]
    %1 = param "w" : f32[3,1,1]
    %2 = tanh(%1) : f32[3,1,1]
    %3 = mul(%0, %2) : f32[2,3,4,4]
    %4 = constant {4} : f32[]
    %5 = exp(%4) : f32[]
    %6 = add(%3, %5) : f32[2,3,4,4]
    %7 = reshape(%6) dims=[6,16] : f32[6,16]
    %8 = softmax(%7) axis=1 : f32[6,16]
    %9 = neg(%8) : f32[6,16]
    %10 = abs(%6) : f32[2,3,4,4] after(%7)
    return "y" %9
    return "z" %10)";

}  // namespace

TEST_CASE("what is not needed goes, and shapes shrink with the attributes that name them") {
  CHECK(shrunk(several, has("softmax", "reshape")) == R"(%0 = input "v6" : f32[1,1,1,1]
%1 = reshape(%0) dims=[1,1] : f32[1,1]
%2 = softmax(%1) axis=1 : f32[1,1]
return "y" %2
)");
}

TEST_CASE("what is cut is known as early as it was") {
  CHECK(shrunk(several, has("mul", "param")) == R"(%0 = input "x" : f32[1,1,1,1]
%1 = param "v2" : f32[1,1,1]
%2 = mul(%0, %1) : f32[1,1,1,1]
return "y" %2
)");
  CHECK(shrunk(several, has("add", "constant")) == R"(%0 = input "v3" : f32[1,1,1,1]
%1 = constant {0x1.b4c902p5} : f32[] compile
%2 = add(%0, %1) : f32[1,1,1,1]
return "y" %2
)");
}

TEST_CASE("control edges stay where they are needed") {
  const auto is_held = [](const problem& asked) {
    for (const litho::ir::node& each : asked.graph.nodes)
      if (each.op->view() == "abs" && each.controls.count > 0) return true;
    return false;
  };
  CHECK(shrunk(several, is_held) == R"(%0 = input "v6" : f32[1,1,1,1]
%1 = input "v7" : f32[1,1]
%2 = abs(%0) : f32[1,1,1,1] after(%1)
return "y" %2
)");
}

TEST_CASE("values that a fault needs are kept, in a plain form") {
  const question is_large = [](const problem& asked) {
    return static_cast<double>(asked.sources[0].value.values[0]) > 6;
  };
  problem from = problem_from("%0 = input \"x\" : f32[2]\n%1 = neg(%0) : f32[2]\nreturn \"y\" %1");
  from.sources[0].value.values[0] = 7.3;
  bool usual = true;
  const problem plain = litho::bisector::with_plain_values(from, is_large, usual);
  CHECK_FALSE(usual);
  CHECK(plain.sources[0].value.values[0] == 7.0);
  CHECK_FALSE(litho::bisector::with_plain_values(from, [](const problem&) { return true; }, usual).sources.empty());
  CHECK(usual);
}

TEST_CASE("every step is told") {
  std::string heard;
  litho::bisector::shrink(problem_from(several), has("softmax", "reshape"),
                          [&](const std::string& line) { heard += line + '\n'; });
  CAPTURE(heard);
  CHECK(heard.find("outputs: 7 ops, 3 sources, 1 output left\nwhat follows the fault is gone: ") == 0);
  CHECK(heard.find("smaller shapes: 2 ops, 1 source, 1 output left\n") != std::string::npos);
}
