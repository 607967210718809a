// SPDX-License-Identifier: BSL-1.0
#include "bisect.hpp"

#include <fstream>
#include <graphs/random.hpp>
#include <graphs/target.hpp>
#include <litho/exec/sharing.hpp>
#include <litho/ir/parse.hpp>
#include <litho/ir/print.hpp>
#include <litho/npu/device.hpp>
#include <sstream>

#include "broken.hpp"
#include "catch.hpp"
#include "compiler/graph_text.hpp"
#include "write.hpp"

namespace {

using litho::bisector::finding;
using litho::bisector::problem;
using litho::bisector::search;

problem problem_from(std::string_view text) {
  const litho::ir::parsed read = litho::ir::parse(text, litho::all_ops);
  INFO("line " << read.line << ": " << (read.ok() ? "" : read.error));
  REQUIRE(read.ok());
  return litho::bisector::with_random_values({read.value, {}}, 1);
}

std::string read_file(const std::string& name) {
  std::ostringstream text;
  text << std::ifstream(std::string(TESTS) + "/" + name).rdbuf();
  REQUIRE_FALSE(text.str().empty());
  return text.str();
}

/// A residual block, attention of a kind, and a head with two outputs.
problem mixed() { return problem_from(litho::compiler::keep(read_file("mixed.txt"))); }

search among(litho::emulator::pass_list passes, const litho::options& switches = litho::O3) {
  return {std::move(passes), {switches, graphs::fixed_target, &litho::exec::workspace_bytes}};
}

std::string text_of(const litho::ir::graph& g) { return std::string(litho::ir::print(g).view()); }

int ops_of(const finding& of) { return litho::bisector::extent_of(of.smallest).ops; }

/// Finds the pass, and no more than three ops that show it, the same each time.
template <class Pass>
finding found_in(const problem& from, const litho::options& switches = litho::O3) {
  const search with = among(broken::with<Pass>(), switches);
  finding found = litho::bisector::bisect(from, with);
  CAPTURE(Pass::name, text_of(found.smallest.graph));
  CHECK(found.on_given.pass == Pass::name);
  CHECK(found.on_smallest.pass == Pass::name);
  CHECK(ops_of(found) <= 3);
  CHECK(found.usual_values);
  CHECK(litho::ir::verify(found.smallest.graph).law == nullptr);
  CHECK(text_of(litho::bisector::bisect(from, with).smallest.graph) == text_of(found.smallest.graph));
  return found;
}

}  // namespace

TEST_CASE("right passes are not at fault") {
  std::string heard;
  const finding found = litho::bisector::bisect(mixed(), among(litho::emulator::passes_of()),
                                                [&](const std::string& line) { heard += line + '\n'; });
  CHECK_FALSE(found.on_given);
  CHECK(found.smallest.graph.size() == 0);
  CHECK(heard.find("simplify: unchanged\n") == 0);
  CHECK(heard.find("plan: ") != std::string::npos);
}

TEST_CASE("a pass that drops a relu") {
  const finding found = found_in<broken::drops_relu>(mixed());
  CHECK(text_of(found.smallest.graph) ==
        "%0 = input \"v7\" : f32[1,1,1,2]\n%1 = relu(%0) : f32[1,1,1,2]\nreturn \"y\" %1\n");
}

TEST_CASE("a pass that swaps operands") {
  const finding found = found_in<broken::swaps_operands>(mixed());
  CHECK(ops_of(found) == 1);
}

TEST_CASE("a pass that merges nodes that differ") {
  const finding found = found_in<broken::merges_unequal>(mixed());
  CHECK(litho::bisector::extent_of(found.smallest).sources == 1);
}

TEST_CASE("a pass that breaks a law") {
  const finding found = found_in<broken::breaks_types>(mixed());
  CHECK(ops_of(found) == 1);
  CHECK(found.on_given.law == "%4 tanh: a type differs from what its op infers");
}

TEST_CASE("a plan whose buffers overlap") {
  const finding found = found_in<broken::overlaps>(mixed());
  CHECK(found.on_given.law.find("two values that are alive at once overlap") == 0);
}

TEST_CASE("a plan that does something else") {
  const finding found = found_in<broken::swaps_in_kernels>(mixed());
  CHECK(ops_of(found) == 1);
}

TEST_CASE("without its pass a compilation is right") {
  search with = among(broken::with<broken::drops_relu>());
  with.with.switches.simplify = false;
  CHECK_FALSE(litho::bisector::bisect(mixed(), with).on_given);
}

TEST_CASE("a fault that only some values show is written as a test that holds them") {
  problem from = problem_from(R"(%0 = input "x" : f32[2,3]
    %1 = param "w" : f32[5,3]
    %2 = dense(%0, %1) : f32[2,5]
    %3 = relu6(%2) : f32[2,5]
    %4 = tanh(%3) : f32[2,5]
    %5 = reduce_sum(%3) axes=[1] : f32[2,1]
    %6 = mul(%4, %5) : f32[2,5]
    return "y" %6)");
  for (litho::ir::named_tensor& each : from.sources)
    for (litho::number& value : each.value.values) value = 8 * value;
  search with = among(broken::with<broken::forgets_limits>());
  with.with.target = litho::npu::host;
  with.with.switches.layouts = false;
  with.with.switches.order = false;
  const finding found = litho::bisector::bisect(from, with);
  CHECK(found.on_given.pass == "forgets_limits");
  CHECK_FALSE(found.usual_values);
  CHECK(litho::bisector::test_text(found, with, "014: forgets limits") == read_file("written/014_forgets_limits.cpp"));
}

TEST_CASE("a pass that adds little to what others have cost") {
  const search with =
      among(litho::emulator::passes_of<litho::pass::list<broken::adds<1>, broken::adds<2>, litho::pass::fuse>>());
  search narrow = with;
  narrow.tolerance = 2.5e-3;
  const finding found = litho::bisector::bisect(problem_from(R"(%0 = input "x" : f64[3]
    %1 = constant {0} : f64[]
    %2 = add(%0, %1) : f64[3]
    %3 = neg(%2) : f64[3]
    return "y" %3)"),
                                                narrow);
  CHECK(found.on_given.pass == "adds_2");
  CHECK(found.tolerance < narrow.tolerance);
  CHECK(ops_of(found) == 1);
}

TEST_CASE("titles of tests") {
  CHECK(litho::bisector::title_of("014_two_buffers.test.cpp") == "014: two buffers");
  CHECK(litho::bisector::title_of("faulty_pass.test.cpp") == "faulty pass");
}

TEST_CASE("faults in random graphs") {
  int faults = 0;
  for (unsigned seed = 1; seed <= 18; ++seed) {
    const litho::ir::graph g = graphs::random_graph(seed).make(40);
    const problem from = litho::bisector::with_random_values({g, {}}, 1);
    const auto look = [&]<class Pass>() {
      const search with = among(broken::with<Pass>());
      const finding found = litho::bisector::bisect(from, with);
      if (!found.on_given) return;
      CAPTURE(seed, Pass::name, text_of(g), text_of(found.smallest.graph));
      CHECK(found.on_given.pass == Pass::name);
      CHECK(ops_of(found) <= (std::same_as<Pass, broken::overlaps> ? 5 : 3));
      ++faults;
    };
    look.operator()<broken::drops_relu>();
    look.operator()<broken::swaps_operands>();
    look.operator()<broken::merges_unequal>();
    look.operator()<broken::overlaps>();
  }
  CHECK(faults >= 12);
}
