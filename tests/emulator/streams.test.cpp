// SPDX-License-Identifier: BSL-1.0
#include <catch.hpp>

#include "compiled.hpp"

namespace litho::test::streams_emulator {
namespace {

/// Two branches of one convolution each, too small for all cores.
inline constexpr std::string_view branches =
    "%0 = input \"x\" : f16[1,64,16,16]\n"
    "%1 = param \"w1\" : f16[64,64,3,3]\n"
    "%2 = param \"w2\" : f16[64,64,3,3]\n"
    "%3 = conv2d(%0, %1) stride=[1,1] pad=[1,1,1,1] dilation=[1,1] groups=1 : f16[1,64,16,16]\n"
    "%4 = relu(%3) : f16[1,64,16,16]\n"
    "%5 = conv2d(%0, %2) stride=[1,1] pad=[1,1,1,1] dilation=[1,1] groups=1 : f16[1,64,16,16]\n"
    "%6 = relu(%5) : f16[1,64,16,16]\n"
    "%7 = param \"w3\" : f16[64,64,3,3]\n"
    "%8 = param \"w4\" : f16[64,64,3,3]\n"
    "%9 = conv2d(%4, %7) stride=[1,1] pad=[1,1,1,1] dilation=[1,1] groups=1 : f16[1,64,16,16]\n"
    "%10 = conv2d(%6, %8) stride=[1,1] pad=[1,1,1,1] dilation=[1,1] groups=1 : f16[1,64,16,16]\n"
    "%11 = add(%9, %10) : f16[1,64,16,16]\n"
    "return \"y\" %11\n";

constexpr options with_streams(int count) {
  options switches = O3;
  switches.streams = count;
  return switches;
}

TEST_CASE("two branches run on two streams and cores at once") {
  const ir::graph g = ir::parse(branches, all_ops).value;
  const compiled one(g, npu::ascend_910b);
  const compiled two(g, npu::ascend_910b, with_streams(3));
  REQUIRE(two.plan.totals.streams == 3);  // and one for copies
  REQUIRE(two.plan.events.size() > 0);
  const outcome found = emulate(two, g, 5);
  INFO(text_of(found.hazards));
  CHECK(found.hazards.empty());
  CHECK(found.distance < bound(npu::ascend_910));
  const task::schedule alone = task::schedule_of(one.plan, one.tasks);
  const task::schedule both = task::schedule_of(two.plan, two.tasks);
  CHECK(both.makespan < alone.makespan);
  bool at_once = false;
  for (std::size_t a = 0; a < both.launches.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      if (two.tasks.launches[a].stream == two.tasks.launches[b].stream || !two.tasks.launches[a].on_cube ||
          !two.tasks.launches[b].on_cube)
        continue;
      const bool overlap =
          both.launches[a].begin < both.launches[b].end && both.launches[b].begin < both.launches[a].end;
      const int core_a = both.cores[static_cast<std::size_t>(both.launches[a].first_core)];
      const int core_b = both.cores[static_cast<std::size_t>(both.launches[b].first_core)];
      at_once = at_once || (overlap && core_a != core_b);
    }
  CHECK(at_once);
}

/// Each event is needed: without it the two kernels race for the value, or for memory that one leaves to the other.
TEST_CASE("a plan with one event removed is caught") {
  const ir::graph g = ir::parse(branches, all_ops).value;
  const compiled made(g, npu::ascend_910b, with_streams(3));
  for (std::size_t gone = 0; gone < made.plan.events.size(); ++gone) {
    compiled mutant(g, npu::ascend_910b, with_streams(3));
    vec<plan::event> events;
    for (std::size_t e = 0; e < mutant.plan.events.size(); ++e)
      if (e != gone) events.push_back(mutant.plan.events[e]);
    mutant.plan.events = events;
    const outcome found = emulate(mutant, g);
    REQUIRE(!found.hazards.empty());
    CHECK(found.hazards[0].broken == emulator::rule::race);
    CHECK(found.hazards[0].text.find("(the other: kernel") != std::string::npos);
  }
}

}  // namespace
}  // namespace litho::test::streams_emulator
