// SPDX-License-Identifier: BSL-1.0
#include <litho/plan/precedence.hpp>
#include <litho/plan/verify.hpp>

#include "plans.hpp"

namespace litho::test::precedence_plan {
namespace {

// Stream 0: neg, exp, sqrt, add; stream 1: log, abs; the add waits for abs, log for neg.
constexpr std::string_view branches =
    "%0 = input \"x\" : f32[16]\n"
    "%1 = neg(%0) : f32[16] kernel=0\n"
    "%2 = exp(%1) : f32[16] kernel=1\n"
    "%3 = sqrt(%2) : f32[16] kernel=2\n"
    "%4 = log(%1) : f32[16] kernel=3\n"
    "%5 = abs(%4) : f32[16] kernel=4\n"
    "%6 = add(%3, %5) : f32[16] kernel=5\n"
    "%7 = neg(%6) : f32[16] kernel=6\n"
    "return \"y\" %7\n";

constexpr plan::plan streamed() {
  plan::plan p = planned(branches);
  p.totals.streams = 2;
  p.kernels[3].stream = p.kernels[4].stream = 1;
  p.events.push_back({4, 5});  // in no order
  p.events.push_back({0, 3});
  p.totals.events = 2;
  return p;
}
constexpr plan::buffer& buffer_of(plan::plan& p, int node) {
  return p.at(p.values[static_cast<std::size_t>(node)].buffer);
}

constexpr bool known() {
  const plan::plan p = streamed();
  const plan::precedence known(p);
  const plan::plan one = planned(branches);
  const plan::precedence in_line(one);
  return known.lines() == 2 && known.before(0, 1) && known.before(0, 3) && known.before(0, 4) && known.before(4, 5) &&
         known.before(3, 6) && known.before(2, 5) && !known.before(1, 3) && !known.before(2, 4) &&
         in_line.lines() == 1 && in_line.before(1, 3) && !in_line.before(3, 1);
}

/// The value of exp is dead when add runs, but not when abs may.
constexpr bool uses() {
  const plan::plan p = streamed();
  const plan::precedence known(p);
  const plan::usage uses = plan::usage_of(p, known);
  const auto value = [&](int node) { return p.values[static_cast<std::size_t>(node)].buffer; };
  return uses.ends_before(value(2), value(6)) && !uses.ends_before(value(2), value(4)) &&
         !uses.ends_before(value(2), value(5)) && !uses.ends_before(value(1), value(5)) &&
         uses.ends_before(value(4), value(6)) && uses.is_over(value(2), 5) && !uses.is_over(value(2), 4) &&
         uses.is_over_from(value(2), 5) && !uses.is_over_from(value(2), 3) && uses[value(1)].first == 0 &&
         uses[value(1)].last == 3;
}

constexpr std::string_view law_after(auto&& change) {
  plan::plan p = streamed();
  if (plan::verify(p)) return "broken before";
  change(p);
  const plan::violation found = plan::verify(p);
  return found ? std::string_view(found.law) : "none";
}

constexpr bool laws() {
  constexpr std::string_view overlap = "two values that are alive at once overlap, or one leaves the arena";
  constexpr std::string_view needs = "a kernel runs while one that it needs does";
  constexpr std::string_view over = "a value is written over while another kernel may use it";
  const auto moved = [](int node, int onto) {
    return law_after([=](plan::plan& p) { buffer_of(p, node).offset = buffer_of(p, onto).offset; });
  };
  const auto in_place = [](int node, int of) {
    return law_after([=](plan::plan& p) {
      buffer_of(p, node).shares = p.values[static_cast<std::size_t>(of)].buffer;
      buffer_of(p, node).offset = buffer_of(p, of).offset;
    });
  };
  return moved(5, 2) == overlap && moved(5, 1) == overlap && moved(6, 2) == "none" && moved(6, 4) == "none" &&
         in_place(2, 1) == over && in_place(4, 1) == over && in_place(5, 4) == "none" && in_place(6, 5) == "none" &&
         law_after([](plan::plan& p) { p.events[0] = {4, 6}; }) == needs &&
         law_after([](plan::plan& p) { p.events.pop_back(); }) == needs;
}

TEST_CASE("what has ended when a kernel begins follows from streams and events") {
  STATIC_REQUIRE(known());
  REQUIRE(known());
}
TEST_CASE("lifetimes on streams") {
  STATIC_REQUIRE(uses());
  REQUIRE(uses());
}
TEST_CASE("plans whose streams use the same memory are caught") {
  STATIC_REQUIRE(laws());
  REQUIRE(laws());
}

}  // namespace
}  // namespace litho::test::precedence_plan
