// SPDX-License-Identifier: BSL-1.0
// What the search for faults rests on: allowed errors, graphs of chance, processes apart.
#include <csignal>
#include <litho/ir/parse.hpp>
#include <litho/ir/print.hpp>
#include <litho/ir/verify.hpp>
#include <set>

#include "catch.hpp"
#include "compiler/graph_text.hpp"
#include "compiler/operators.hpp"
#include "fuzz/check.hpp"
#include "fuzz/generate.hpp"
#include "trial/apart.hpp"
#include "trial/expectation.hpp"

namespace litho {
namespace {

struct evaluated {
  ir::graph graph;
  std::vector<ir::named_tensor> sources;
  trial::expectation wanted;
};

evaluated of_text(const std::string& text, std::initializer_list<float> x) {
  evaluated result{
      compiler::read_graph(text), {{"x", make_tensor<float>({static_cast<std::int64_t>(x.size())}, x)}}, {}};
  result.wanted = trial::expect(result.graph, result.sources, 2);
  return result;
}

/// What is said of the results with `change` added to element `at` of the first output.
std::string said_of(const evaluated& of, std::size_t at, double change) {
  vec<tensor> found = of.wanted.outputs;
  number& element = found[0].values[at];
  element = element.is_whole() ? number(element.whole() + static_cast<std::int64_t>(change))
                               : number(static_cast<double>(element) + change);
  return trial::difference(of.wanted, found);
}

TEST_CASE("a few units in the last place are allowed, not more") {
  const evaluated of = of_text("%0 = input \"x\" : f32[3]\n%1 = tanh(%0) : f32[3]\nreturn \"y\" %1\n", {0.5F, 1, 2});
  CHECK(said_of(of, 0, 0).empty());
  CHECK(said_of(of, 1, 1e-7).empty());
  CHECK(said_of(of, 1, 1e-5).starts_with("output 0, element 1 is 0.761604"));
}

TEST_CASE("a jump is allowed where its step lies nearby") {
  const evaluated of =
      of_text("%0 = input \"x\" : f32[3]\n%1 = mul(%0, %0) : f32[3]\n%2 = floor(%1) : f32[3]\nreturn \"y\" %2\n",
              {1.41421354F, 1.5F, 1});
  CHECK(said_of(of, 0, 1).empty());  // a square of almost 2
  CHECK_FALSE(said_of(of, 1, 1).empty());
}

TEST_CASE("what a norm is made of may move, though the norm of two numbers does not") {
  const evaluated of =
      of_text("%0 = input \"x\" : f32[2]\n%1 = layer_norm(%0) axis=-1 epsilon=1e-5 : f32[2]\nreturn \"y\" %1\n",
              {1.2915922F, 1.3498502F});
  CHECK(said_of(of, 0, 2e-6).empty());
  CHECK_FALSE(said_of(of, 0, 1e-3).empty());
}

TEST_CASE("whole numbers of which doubles are the same are not") {
  const evaluated of = of_text(
      "%0 = input \"x\" : f32[1]\n%1 = cast(%0) element=11 : f64[1]\n%2 = exp(%1) : f64[1]\n"
      "%3 = bit_cast(%2) element=7 : i64[1]\nreturn \"y\" %3\n",
      {1});
  CHECK(said_of(of, 0, 1).empty());
  CHECK_FALSE(said_of(of, 0, 100).empty());
}

TEST_CASE("a sum of zeros has either sign") {
  const evaluated of = of_text(
      "%0 = input \"x\" : f32[3]\n%1 = reduce_sum(%0) axes=[0] : f32[1]\n%2 = reciprocal(%1) : f32[1]\n"
      "return \"y\" %2\n",
      {1, -1, 0});
  CHECK(said_of(of, 0, -math::infinity).empty());
}

TEST_CASE("whole numbers are exact") {
  const evaluated of =
      of_text("%0 = input \"x\" : f32[2]\n%1 = cast(%0) element=7 : i64[2]\nreturn \"y\" %1\n", {3, 4.5F});
  CHECK(said_of(of, 0, 0).empty());
  CHECK_FALSE(said_of(of, 0, 1).empty());
}

TEST_CASE("graphs of chance are valid, the same for the same seed, and have all ops") {
  std::set<std::string_view> drawn;
  for (unsigned seed = 1; seed <= 1500; ++seed) {
    const bisector::problem made = fuzz::problem_of_chance(seed, {.most = 20});
    const bisector::problem again = fuzz::problem_of_chance(seed, {.most = 20});
    const std::string text(ir::print(made.graph).view());
    CAPTURE(seed, text);
    REQUIRE_FALSE(ir::verify(made.graph));
    REQUIRE(text == ir::print(again.graph).view());
    for (std::size_t i = 0; i < made.sources.size(); ++i)
      for (std::size_t k = 0; k < made.sources[i].value.values.size(); ++k)
        REQUIRE(made.sources[i].value.values[k].bits() == again.sources[i].value.values[k].bits());
    for (const ir::node& each : made.graph.nodes) drawn.insert(each.op->view());
  }
  for (const op_info* each : compiler::operators()) {
    CAPTURE(each->view());
    CHECK((drawn.contains(each->view()) || each->view() == "trans_data" || each->view() == "channels_last"));
  }
}

TEST_CASE("a crash is an answer") {
  CHECK(trial::apart([] { return std::string("well"); }, 5).said == "well");
  CHECK(trial::apart([] { return std::string("well"); }, 5).crashed.empty());
  const auto crash = [] {
    std::raise(SIGSEGV);
    return std::string();
  };
  CHECK_FALSE(trial::apart(crash, 5).crashed.empty());
  const auto hang = []() -> std::string {
    for (volatile bool ever = true; ever;) {
    }
    return {};
  };
  CHECK(trial::apart(hang, 1).crashed == "takes more than 1 s");
}

}  // namespace
}  // namespace litho
