// SPDX-License-Identifier: BSL-1.0
#include <catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <graphs/interpret.hpp>
#include <graphs/random.hpp>
#include <litho/exec/sharing.hpp>

#include "laws.hpp"

namespace litho::test::random_pass {
namespace {

std::string string_of(const text_builder& text) { return std::string(text.view()); }

options random_options(std::mt19937& chance) {
  options result;
  for (const auto which : switches) result.*which = chance() % 2 == 0;
  return result;
}

text_builder explain(const plan::plan& p) {
  text_builder out;
  if (const plan::violation found = plan::verify(p))
    out << found.law << ": kernel " << found.kernel << ", " << found.other;
  return out;
}

int streamed = 0;  // plans with several streams

void check_plan(const char* after, const plan::plan& p) {
  CAPTURE(after, string_of(ir::print(p.graph)), string_of(whole_text(p)));
  REQUIRE(string_of(explain(p)) == "");
  CHECK(graphs::does_what_it_says(p));
}

/// The plan for several workers.
void check_shared(plan::plan p, options given, int workers) {
  given.workers = workers;
  const pass::context with{given, graphs::without_waiting(graphs::fixed_target), &exec::workspace_bytes,
                           &exec::busiest_share};
  p.target = with.target;
  for_each_pass(pass::shared_plan_passes{}, [&]<class Pass>() {
    if (!Pass::enabled(given)) return;
    if (!std::same_as<Pass, pass::order>) CHECK(broken_law<Pass>(p, with) == "");
    p = Pass::run(std::move(p), with);
    check_plan(Pass::name, p);
  });
}

/// The plan for several streams: copies on some of their own, or not; now and then few events.
void check_streamed(plan::plan p, options given, std::mt19937& chance) {
  given.streams = 2 + static_cast<int>(chance() % 4);
  device target = graphs::with_streams(graphs::without_waiting(graphs::fixed_target), 4, chance() % 2 == 0);
  target.in_place = chance() % 4 != 0;
  target.events = chance() % 4 == 0 ? 3 : 0;
  const pass::context with{given, target, &exec::workspace_bytes};
  p.target = target;
  for_each_pass(pass::streamed_plan_passes{}, [&]<class Pass>() {
    if (!Pass::enabled(given)) return;
    if (!std::same_as<Pass, pass::order> && !std::same_as<Pass, pass::streams>) CHECK(broken_law<Pass>(p, with) == "");
    p = Pass::run(std::move(p), with);
    if (!std::same_as<Pass, pass::streams>) check_plan(Pass::name, p);  // before it has events, no kernel waits
  });
  streamed += p.totals.streams > 1 ? 1 : 0;
  CHECK(p.totals.streams <= 4);
  CHECK((target.events == 0 || p.totals.events <= target.events));
}

void check_graph(unsigned seed) {
  std::mt19937 chance(seed);
  const ir::graph g = graphs::random_graph(seed).make(8 + static_cast<int>(chance() % 20));
  CAPTURE(seed, string_of(ir::print(g)));
  REQUIRE(ir::verify(g).law == nullptr);
  const vec<tensor> expected = graphs::evaluate(g);
  for (int i = 0; i < 4; ++i) {
    const options given = i == 0 ? O3 : i == 1 ? O2 : random_options(chance);
    const pass::context with{given, graphs::fixed_target, &exec::workspace_bytes};
    ir::graph stage = g;
    for_each_pass(pass::graph_passes{}, [&]<class Pass>() {
      if (!Pass::enabled(given)) return;
      CAPTURE(Pass::name, string_of(ir::print(stage)));
      CHECK(broken_law<Pass>(stage, with, 1) == "");
      stage = Pass::run(std::move(stage), with);
    });
    CHECK(graphs::distance(graphs::evaluate(stage), expected, 1) <= 1e-6);
    plan::plan p = plan::build(std::move(stage), with.target, given.memory, with.workspace);
    check_plan("build", p);
    const plan::plan made = p;
    for_each_pass(pass::plan_passes{}, [&]<class Pass>() {
      if (!Pass::enabled(given)) return;
      p = Pass::run(std::move(p), with);
      check_plan(Pass::name, p);
    });
    check_shared(made, given, 2 + static_cast<int>(chance() % 2));
    check_streamed(made, given, chance);
  }
}

/// In halves values move: here it is what each pass keeps, and the plans, that are held against each other.
void check_halves(unsigned seed) {
  std::mt19937 chance(seed);
  const ir::graph g = graphs::random_graph(seed, dtype::f32).make(8 + static_cast<int>(chance() % 20));
  CAPTURE(seed, string_of(ir::print(g)));
  REQUIRE(ir::verify(g).law == nullptr);
  for (const device* target : {&graphs::fixed_target, &npu::ascend_910, &npu::ascend_910b}) {
    options given = chance() % 2 == 0 ? O3 : random_options(chance);
    given.precision = litho::precision::half;
    const pass::context with{given, *target, &exec::workspace_bytes};
    ir::graph stage = g;
    for_each_pass(pass::graph_passes{}, [&]<class Pass>() {
      if (!Pass::enabled(given)) return;
      CAPTURE(target->name, Pass::name, string_of(ir::print(stage)));
      CHECK(broken_law<Pass>(stage, with, 1e4) == "");
      stage = Pass::run(std::move(stage), with);
    });
    plan::plan p = plan::build(std::move(stage), with.target, given.memory, with.workspace);
    for_each_pass(pass::plan_passes{}, [&]<class Pass>() {
      if (Pass::enabled(given)) p = Pass::run(std::move(p), with);
    });
    check_plan("all", p);
  }
}

TEST_CASE("random graphs obey all laws, and their plans do what they say") {
  const char* const wish = std::getenv("LITHO_RANDOM_GRAPHS");  // how many, and from which seed on
  unsigned first = 1;
  unsigned count = 300;
  if (wish != nullptr) std::sscanf(wish, "%u,%u", &count, &first);
  for (unsigned seed = first; seed < first + count; ++seed) check_graph(seed);
  for (unsigned seed = first; seed < first + count; ++seed) check_halves(seed);
  CHECK(streamed >= static_cast<int>(count) / 2);
}

}  // namespace
}  // namespace litho::test::random_pass
