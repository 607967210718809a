// SPDX-License-Identifier: BSL-1.0
#include <litho/plan/verify.hpp>

#include "plans.hpp"

namespace litho::test::verify_plan {
namespace {

// kernel 0: copy of w to weights; 1: relu -> buffer a; 2: exp a -> b; 3: softmax-like with scratch, a and b -> output.
constexpr std::string_view sound =
    "%0 = input \"x\" : f32[2,20]\n"
    "%1 = param \"w\" : f32[20] load\n"
    "%2 = mul(%0, %1) : f32[2,20] kernel=0\n"
    "%3 = neg(%2) : f32[2,20] kernel=1\n"
    "%4 = exp(%3) : f32[2,20] kernel=2\n"
    "%5 = reduce_sum(%4) axes=[1] : f32[2,1] kernel=2\n"
    "%6 = div(%4, %5) : f32[2,20] kernel=2\n"
    "%7 = add(%6, %2) : f32[2,20] kernel=2\n"
    "return \"y\" %7\n";

constexpr plan::buffer& buffer_of(plan::plan& p, int node) {
  return p.at(p.values[static_cast<std::size_t>(node)].buffer);
}

template <class Damage>
constexpr bool breaks(std::string_view law, Damage&& damage) {
  plan::plan p = planned(sound);
  if (plan::verify(p)) return false;
  damage(p);
  const plan::violation found = plan::verify(p);
  return found && found.law == law;
}

constexpr std::string_view overlap = "two values that are alive at once overlap, or one leaves the arena";

constexpr bool order() {
  return breaks("a kernel runs before one that it needs",
                [](plan::plan& p) { std::swap(p.kernels[1], p.kernels[2]); }) &&
         breaks("a kernel runs before one that it needs",
                [](plan::plan& p) { std::swap(p.kernels[0], p.kernels[3]); }) &&
         breaks("a value is read before it is written",
                [](plan::plan& p) {
                  for (plan::kernel& k : p.kernels) k.before.count = 0;
                  std::swap(p.kernels[1], p.kernels[2]);
                }) &&
         breaks("a value is read before it is written",
                [](plan::plan& p) {
                  for (plan::kernel& k : p.kernels) k.before.count = 0;
                  std::swap(p.kernels[0], p.kernels[1]);
                }) &&
         breaks("a run reads the user's parameters",
                [](plan::plan& p) {
                  for (plan::operand& each : p.operands_of(p.kernels[1]))
                    if (!each.written && p.at(each.buffer).where == plan::place::weights)
                      each.buffer = p.operands_of(p.kernels[0])[0].buffer;
                }) &&
         breaks("an output is never written", [](plan::plan& p) {
           p.outputs[0] = static_cast<int>(p.buffers.size());
           p.buffers.push_back({.where = plan::place::output, .index = 0, .node = 7, .bytes = 160});
         });
}

constexpr bool memory() {
  return breaks(overlap, [](plan::plan& p) { buffer_of(p, 3).offset = buffer_of(p, 2).offset; }) &&
         breaks(overlap, [](plan::plan& p) { buffer_of(p, 3).offset = buffer_of(p, 2).offset + 64; }) &&
         breaks(overlap, [](plan::plan& p) { buffer_of(p, 3).offset = -64; }) &&
         breaks(overlap, [](plan::plan& p) { buffer_of(p, 3).offset += 4; }) &&
         breaks(overlap, [](plan::plan& p) { buffer_of(p, 3).offset += 64 * 100; }) &&
         breaks(overlap, [](plan::plan& p) { p.totals.arena_bytes = buffer_of(p, 3).offset + 100; }) &&
         breaks("a workspace overlaps a value that is alive",
                [](plan::plan& p) { p.kernels[3].workspace_offset = 0; }) &&
         breaks("a workspace overlaps a value that is alive", [](plan::plan& p) { p.totals.arena_bytes -= 64; }) &&
         breaks("a workspace overlaps a value that is alive", [](plan::plan& p) { p.kernels[3].workspace += 4096; });
}

constexpr bool weights() {
  return breaks("a weight leaves its memory", [](plan::plan& p) { p.totals.weight_bytes = 64; }) &&
         breaks("a weight leaves its memory", [](plan::plan& p) {
           for (plan::buffer& b : p.buffers)
             if (b.where == plan::place::weights) b.offset = 32;
         });
}

// Three kernels of worker 0 beside one of worker 1, between a first and a last one: 0 | 1 2 3, 4' | 5.
constexpr std::string_view branches =
    "%0 = input \"x\" : f32[16]\n"
    "%1 = neg(%0) : f32[16] kernel=0\n"
    "%2 = exp(%1) : f32[16] kernel=1\n"
    "%3 = sqrt(%2) : f32[16] kernel=2\n"
    "%4 = abs(%3) : f32[16] kernel=3\n"
    "%5 = log(%1) : f32[16] kernel=4\n"
    "%6 = add(%4, %5) : f32[16] kernel=5\n"
    "return \"y\" %6\n";

template <class Change>
constexpr std::string_view law_after(Change&& change) {
  plan::plan p = planned(branches);
  p.totals.workers = 2;
  constexpr int stages[] = {0, 1, 1, 1, 1, 2};
  for (std::size_t k = 0; k < 6; ++k) p.kernels[k].stage = stages[k];
  p.kernels[4].worker = 1;
  p.kernels[1].meets = p.kernels[5].meets = true;
  if (plan::verify(p)) return "broken before";
  change(p);
  const plan::violation found = plan::verify(p);
  return found ? std::string_view(found.law) : "none";
}
constexpr std::string_view law_after_moving(int node, int onto) {
  return law_after([=](plan::plan& p) { buffer_of(p, node).offset = buffer_of(p, onto).offset; });
}

constexpr bool memory_of_workers() {
  return law_after_moving(4, 2) == "none" &&  // one worker's kernels follow each other
         law_after_moving(3, 2) == overlap && law_after_moving(5, 2) == overlap && law_after_moving(5, 3) == overlap &&
         law_after([](plan::plan& p) {
           p.kernels[1].workspace = 64;
           p.kernels[1].workspace_offset = buffer_of(p, 5).offset;
         }) == overlap &&
         law_after([](plan::plan& p) {
           buffer_of(p, 5).shares = p.values[1].buffer;
           buffer_of(p, 5).offset = buffer_of(p, 1).offset;
         }) == "a value is written over while another kernel may use it";
}

constexpr bool stages() {
  constexpr std::string_view not_one = "a stage is not in one piece";
  constexpr std::string_view no_worker = "a kernel is given to a worker that there is not";
  constexpr std::string_view needs = "a kernel runs while one that it needs does";
  return law_after([](plan::plan& p) { p.kernels[2].worker = 1; }) == needs &&
         law_after([](plan::plan& p) { p.kernels[2].shares = 2; }) == needs &&
         law_after([](plan::plan& p) { p.kernels[5].meets = false; }) ==
             "workers do not wait for each other between two stages" &&
         law_after([](plan::plan& p) { p.kernels[2].meets = true; }) == not_one &&
         law_after([](plan::plan& p) { p.kernels[5].stage = 0; }) == not_one &&
         law_after([](plan::plan& p) { p.kernels[5].worker = 2; }) == no_worker &&
         law_after([](plan::plan& p) { p.kernels[5].shares = 3; }) == no_worker;
}

/// Memory may be used again once its value is dead, and by a kernel that writes over its own input.
constexpr bool reuse() {
  plan::plan p = planned(
      "%0 = input \"x\" : f32[16]\n"
      "%1 = neg(%0) : f32[16] kernel=0\n"
      "%2 = exp(%1) : f32[16] kernel=1\n"
      "%3 = log(%2) : f32[16] kernel=2\n"
      "%4 = sqrt(%3) : f32[16] kernel=3\n"
      "return \"y\" %4\n");
  buffer_of(p, 3).offset = 0;
  p.totals.arena_bytes = 128;
  const bool again = !plan::verify(p);
  buffer_of(p, 2).offset = 0;
  const bool unshared = static_cast<bool>(plan::verify(p));
  buffer_of(p, 2).shares = p.values[1].buffer;
  buffer_of(p, 3).shares = p.values[1].buffer;
  p.totals.arena_bytes = 64;
  return again && unshared && !plan::verify(p);
}

TEST_CASE("broken plans are caught") {
  STATIC_REQUIRE(order());
  REQUIRE(order());
  STATIC_REQUIRE(memory());
  REQUIRE(memory());
  STATIC_REQUIRE(weights());
  REQUIRE(weights());
  STATIC_REQUIRE(reuse());
  REQUIRE(reuse());
}

TEST_CASE("broken plans for several workers are caught") {
  STATIC_REQUIRE(memory_of_workers());
  REQUIRE(memory_of_workers());
  STATIC_REQUIRE(stages());
  REQUIRE(stages());
}

}  // namespace
}  // namespace litho::test::verify_plan
