// SPDX-License-Identifier: BSL-1.0
#include "laws.hpp"

#include <catch.hpp>
#include <graphs/all.hpp>
#include <graphs/interpret.hpp>

namespace litho::test::laws_pass {
namespace {

/// With what room exec tells of the kernels' scratch memory.
pass::context full_context(const options& given, const device& target = graphs::fixed_target) {
  return {given, target, &exec::workspace_bytes};
}

/// What plans are made for, and at what precision.
struct goal {
  const device* target;
  options switches;
};
constexpr goal goals[] = {
    {&graphs::fixed_target, O3},     {&graphs::fixed_target, with_halves}, {&npu::ascend_910, O3},
    {&npu::ascend_910b, O3},         {&npu::ascend_910b, with_halves},     {&npu::ascend_950, O3},
    {&npu::ascend_950, with_halves},
};

std::string string_of(const text_builder& text) { return std::string(text.view()); }

TEST_CASE("every pass that can be off has a switch, and no switch has none") {
  int switched = 0;
  const auto look = [&]<class Pass>() {
    int own = 0;
    for (const auto which : switches)
      if (!Pass::enabled(with(O3, which, false))) ++own;
    CAPTURE(Pass::name);
    CHECK(own == (Pass::enabled(O0) ? 0 : 1));
    switched += own;
  };
  for_each_pass(pass::graph_passes{}, look);
  for_each_pass(pass::plan_passes{}, look);
  CHECK(switched >= static_cast<int>(std::size(switches)) - 1);  // fuse is always on: its switch says how
}

TEST_CASE("each pass obeys the laws where it stands in the pipeline, on every graph") {
  graphs::for_each(graphs::all{}, []<class Graph>() {
    CAPTURE(graphs::name_of<Graph>());
    const ir::graph written = graph_of<Graph>();
    REQUIRE_FALSE(ir::verify(written));
    REQUIRE(reads_back(written));
    for (const goal& each : goals) {
      const pass::context with = context_of(each.switches, *each.target);
      ir::graph g = written;
      for_each_pass(pass::graph_passes{}, [&]<class Pass>() {
        CAPTURE(each.target->name, Pass::name, string_of(ir::print(g)));
        CHECK(broken_law<Pass>(g, with) == "");
        g = Pass::run(std::move(g), with);
      });
      plan::plan p = plan::build(std::move(g), *each.target, true, &exec::workspace_bytes);
      for_each_pass(pass::plan_passes{}, [&]<class Pass>() {
        CAPTURE(each.target->name, Pass::name, string_of(whole_text(p)));
        CHECK(broken_law<Pass>(p, with) == "");
        p = Pass::run(std::move(p), with);
      });
      CHECK(p.totals.arena_bytes >= p.totals.largest_live_set);
    }
  });
}

TEST_CASE("each pass obeys the laws on graphs as they were written") {
  graphs::for_each(graphs::all{}, []<class Graph>() {
    CAPTURE(graphs::name_of<Graph>());
    const ir::graph g = graph_of<Graph>();
    for_each_pass(pass::graph_passes{}, [&]<class Pass>() {
      CAPTURE(Pass::name);
      // Layouts and kernels are for graphs without composites.
      if constexpr (std::same_as<Pass, pass::layouts> || std::same_as<Pass, pass::fuse>)
        CHECK(broken_law<Pass>(pass::decompose::run(ir::graph(g), context_of())) == "");
      else
        CHECK(broken_law<Pass>(g) == "");
    });
  });
}

/// Holds every stage of a compilation against the graph as it was written.
struct stages {
  const vec<tensor>& expected;
  int seen = 0;

  void skipped(const char*) {}
  void ran(const char* pass, const ir::graph& g) {
    CAPTURE(pass, string_of(ir::print(g)));
    CHECK(ir::verify(g).law == nullptr);
    CHECK(reads_back(g));
    CHECK(graphs::distance(graphs::evaluate(g), expected) <= 1e-5 + graphs::cost_of_halves(g));
    ++seen;
  }
  void ran(const char* pass, const plan::plan& p) {
    CAPTURE(pass, string_of(whole_text(p)));
    CHECK(plan::verify(p).law == nullptr);
    CHECK(graphs::does_what_it_says(p));
    ++seen;
  }
};

TEST_CASE("every graph compiles to a lawful plan with all passes, with each pass off, and with each alone") {
  graphs::for_each(graphs::all{}, []<class Graph>() {
    CAPTURE(graphs::name_of<Graph>());
    const ir::graph g = graph_of<Graph>();
    const vec<tensor> expected = graphs::evaluate(g);
    const auto compile = [&](const options& given, const device& target = graphs::fixed_target) {
      CAPTURE(target.name);
      stages held{expected};
      pass::compile(ir::graph(g), full_context(given, target), held);
      CHECK(held.seen >= 4);  // decompose, precision, fuse and the plan are always there
      const ir::graph made = pass::optimise(ir::graph(g), context_of(given, target));
      CHECK(graphs::distance(graphs::evaluate(made), expected) <= 1e-5 + graphs::cost_of_halves(made));
    };
    for (const options& level : {O0, O1, O2, O3}) compile(level);
    for (const auto which : switches) {
      compile(with(O3, which, false));
      compile(with(O0, which, true));
    }
    for (const goal& each : goals) {
      compile(each.switches, *each.target);
      for (const auto which : switches) compile(with(each.switches, which, false), *each.target);
    }
  });
}

template <class Graph>
consteval bool lawful() {
  bool all = true;
  ir::graph g = lower<decltype(Graph::graph())>();
  for_each_pass(pass::graph_passes{}, [&]<class Pass>() {
    all = all && broken_law<Pass>(g).empty();
    g = Pass::run(std::move(g), context_of());
  });
  return all;
}

TEST_CASE("the laws hold at compile time") { STATIC_REQUIRE(lawful<graphs::several>()); }

}  // namespace
}  // namespace litho::test::laws_pass
