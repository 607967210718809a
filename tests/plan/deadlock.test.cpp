// SPDX-License-Identifier: BSL-1.0
#include <litho/plan/verify.hpp>

#include "plans.hpp"

namespace litho::test::deadlock_plan {
namespace {

// Six kernels that need nothing of each other.
constexpr std::string_view apart =
    "%0 = input \"x\" : f32[16]\n"
    "%1 = neg(%0) : f32[16] kernel=0\n"
    "%2 = exp(%0) : f32[16] kernel=1\n"
    "%3 = sqrt(%0) : f32[16] kernel=2\n"
    "%4 = abs(%0) : f32[16] kernel=3\n"
    "%5 = log(%0) : f32[16] kernel=4\n"
    "%6 = relu(%0) : f32[16] kernel=5\n"
    "return \"a\" %1\nreturn \"b\" %2\nreturn \"c\" %3\nreturn \"d\" %4\nreturn \"e\" %5\nreturn \"f\" %6\n";

constexpr plan::plan planned_with(std::initializer_list<int> streams, std::initializer_list<plan::event> events) {
  plan::plan p = planned(apart);
  std::size_t k = 0;
  for (int stream : streams) {
    p.kernels[k++].stream = stream;
    p.totals.streams = stream + 1 > p.totals.streams ? stream + 1 : p.totals.streams;
  }
  for (const plan::event& each : events) p.events.push_back(each);
  p.totals.events = static_cast<int>(p.events.size());
  return p;
}

constexpr std::string_view law_of(const plan::plan& p) {
  const plan::violation found = plan::verify(p);
  return found ? std::string_view(found.law) : "none";
}

constexpr std::string_view endless = "streams wait for each other without end";

constexpr bool runs_end() {
  return plan::deadlock(planned_with({0, 0, 0, 1, 1, 1}, {})).empty() &&
         plan::deadlock(planned_with({0, 1, 0, 1, 0, 1}, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}})).empty() &&
         // Backwards in the plan, but not in a circle.
         plan::deadlock(planned_with({0, 0, 0, 1, 1, 1}, {{3, 0}, {4, 1}})).empty() &&
         law_of(planned_with({0, 0, 0, 1, 1, 1}, {{3, 0}})) == "an event waits for a later kernel" &&
         law_of(planned_with({0, 0, 0, 1, 1, 1}, {{0, 4}, {2, 5}})) == "none";
}

constexpr bool cycles_are_found() {
  const plan::plan two = planned_with({0, 0, 0, 1, 1, 1}, {{3, 0}, {1, 3}});
  const plan::plan three = planned_with({0, 0, 1, 1, 2, 2}, {{1, 2}, {3, 4}, {5, 0}});
  return law_of(two) == endless && plan::deadlock(two) == vec<int>{0, 3, 1} && law_of(three) == endless &&
         plan::deadlock(three).size() == 6 &&
         law_of(planned_with({0, 1, 0, 0, 0, 0}, {{1, 1}})) == endless &&  // itself
         law_of(planned_with({0, 1, 0, 0, 0, 0}, {{2, 1}, {1, 0}})) == endless;
}

constexpr bool is_explained() {
  const plan::plan p = planned_with({0, 0, 0, 1, 1, 1}, {{3, 0}, {1, 3}});
  return plan::explain(p, plan::verify(p)).view() ==
         "streams wait for each other without end: %1 neg (stream 0) waits for %4 abs (stream 1), which waits for "
         "%2 exp (stream 0), which waits for %1 neg (stream 0)";
}

constexpr bool laws_of_streams() {
  const auto damaged = [](auto&& damage) {
    plan::plan p = planned_with({0, 0, 0, 1, 1, 1}, {{0, 4}});
    damage(p);
    return law_of(p);
  };
  constexpr std::string_view no_stream = "a kernel is given to a stream that there is not";
  constexpr std::string_view no_kernel = "an event joins no kernels of a run";
  return damaged([](plan::plan&) {}) == "none" &&
         damaged([](plan::plan& p) { p.kernels[1].stream = 2; }) == no_stream &&
         damaged([](plan::plan& p) { p.kernels[1].stream = -1; }) == no_stream &&
         damaged([](plan::plan& p) { p.events[0].after = -1; }) == no_kernel &&
         damaged([](plan::plan& p) { p.events[0].before = 6; }) == no_kernel &&
         damaged([](plan::plan& p) { p.events[0].before = 2; }) == "an event joins kernels of one stream" &&
         damaged([](plan::plan& p) { p.totals.workers = 2; }) == "a plan for several workers has several streams";
}

TEST_CASE("runs end where events point forward, or in no circle") {
  STATIC_REQUIRE(runs_end());
  REQUIRE(runs_end());
}
TEST_CASE("a circle of streams and events is found") {
  STATIC_REQUIRE(cycles_are_found());
  REQUIRE(cycles_are_found());
}
TEST_CASE("a deadlock names its nodes") {
  STATIC_REQUIRE(is_explained());
  REQUIRE(is_explained());
}
TEST_CASE("broken streams and events are caught") {
  STATIC_REQUIRE(laws_of_streams());
  REQUIRE(laws_of_streams());
}

}  // namespace
}  // namespace litho::test::deadlock_plan
