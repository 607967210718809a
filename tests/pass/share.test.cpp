// SPDX-License-Identifier: BSL-1.0
#include "examples.hpp"

namespace litho::test::share_pass {
namespace {

constexpr double halves(const plan::plan&, int, int workers) { return 1.0 / workers; }

/// Two workers; kernels can be shared evenly, or not at all.
constexpr pass::context workers_context(bool shareable) {
  options two = O3;
  two.workers = 2;
  return {two, graphs::fixed_target, nullptr, shareable ? &halves : nullptr};
}
constexpr plan::plan shared_plan(std::string_view text, bool shareable) {
  return pass::share::run(plan_from(text), workers_context(shareable));
}

/// "1 | 2/2 3/2 | 4 ; 5": the kernels' roots; | where workers meet, ; where a stage ends without; /2 shared, ' on
/// worker 1.
constexpr text_builder stages_of(const plan::plan& p) {
  text_builder out;
  int stage = p.totals.workers > 1 && p.kernels.size() > 0 ? p.kernels[0].stage : 0;
  for (const plan::kernel& each : p.kernels) {
    if (out.size() > 0) out << ' ';
    if (each.meets)
      out << "| ";
    else if (each.stage != stage)
      out << "; ";
    stage = each.stage;
    out << each.root;
    if (each.shares > 1) out << '/' << each.shares;
    if (each.worker == 1) out << '\'';
  }
  return out;
}

// Two equal branches between a first and a last kernel, written one after the other or in turns.
constexpr std::string_view branches = R"(%0 = input "x" : f32[640,640]
    %1 = transpose(%0) permutation=[1,0] : f32[640,640]
    %2 = transpose(%1) permutation=[1,0] : f32[640,640]
    %3 = transpose(%2) permutation=[1,0] : f32[640,640]
    %4 = transpose(%1) permutation=[1,0] : f32[640,640]
    %5 = transpose(%4) permutation=[1,0] : f32[640,640]
    %6 = add(%3, %5) : f32[640,640]
    return "y" %6)";

/// A branch of 40 kernels and then another: more than one stage looks at, unless they stand side by side.
constexpr text_builder long_branches() {
  text_builder text;
  text << "%0 = input \"x\" : f32[640,640]\n";
  for (int k = 1; k <= 80; ++k)
    text << '%' << k << " = transpose(%" << (k == 41 ? 0 : k - 1) << ") permutation=[1,0] : f32[640,640]\n";
  text << "return \"y\" %40\nreturn \"z\" %80\n";
  return text;
}

constexpr std::string_view chain = R"(%0 = input "x" : f32[640,640]
    %1 = transpose(%0) permutation=[1,0] : f32[640,640]
    %2 = transpose(%1) permutation=[1,0] : f32[640,640]
    return "y" %2)";

// The small ones in the middle are not worth a meeting.
constexpr std::string_view large_and_small = R"(%0 = input "x" : f32[640,640]
    %1 = transpose(%0) permutation=[1,0] : f32[640,640]
    %2 = input "y" : f32[4,4]
    %3 = transpose(%2) permutation=[1,0] : f32[4,4]
    %4 = transpose(%3) permutation=[1,0] : f32[4,4]
    %5 = transpose(%1) permutation=[1,0] : f32[640,640]
    return "y" %4
    return "z" %5)";

constexpr std::string_view small = R"(%0 = input "x" : f32[64,64]
    %1 = transpose(%0) permutation=[1,0] : f32[64,64]
    %2 = transpose(%1) permutation=[1,0] : f32[64,64]
    return "y" %2)";

// The sum is one loop over all elements, so it gets a loop of two around it.
constexpr std::string_view one_loop = R"(%0 = input "x" : f32[640,640]
    %1 = input "y" : f32[640,640]
    %2 = add(%0, %1) : f32[640,640]
    return "y" %2)";

constexpr bool gets_a_loop() {
  const plan::plan p = shared_plan(one_loop, true);
  const plan::kernel& k = p.kernels[0];
  bool all = k.shares == 2 && k.extents == shape{2, 204800};
  for (const plan::operand& each : p.operands_of(k)) all = all && each.strides == ints{204800, 1};
  return all;
}

constexpr bool each_share_has_a_workspace() {
  plan::plan p = plan_from(chain);
  for (plan::kernel& k : p.kernels) k.workspace = 100;
  p.totals.arena_bytes = 4 * 640 * 640 + 4096;
  p = pass::share::run(std::move(p), workers_context(true));
  p = pass::memory::run(std::move(p), workers_context(true));
  return p.kernels[0].workspace == 2 * 128 && p.kernels[1].workspace == 2 * 128 && !plan::verify(p);
}

/// In the chains of one worker values follow each other in the same memory, but not in the memory of another worker's.
constexpr bool chains_reuse_memory() {
  const plan::plan p = pass::memory::run(shared_plan(long_branches().view(), false), workers_context(false));
  return p.totals.workers == 2 && p.totals.arena_bytes == 4 * 4 * 640 * 640 && !plan::verify(p);
}

/// exp could be written over its input, were that not read by another worker meanwhile.
constexpr std::string_view read_meanwhile = R"(%0 = input "x" : f32[640,640]
    %1 = transpose(%0) permutation=[1,0] : f32[640,640]
    %2 = transpose(%1) permutation=[1,0] : f32[640,640]
    %3 = exp(%1) : f32[640,640]
    %4 = transpose(%3) permutation=[1,0] : f32[640,640]
    return "y" %2
    return "z" %4)";

constexpr bool in_place_only_alone() {
  const plan::plan one = pass::memory::run(plan_from(read_meanwhile), context_of());
  const plan::plan two = pass::memory::run(shared_plan(read_meanwhile, false), workers_context(false));
  const auto shares = [](const plan::plan& p) { return p.at(p.values[3].buffer).shares >= 0; };
  return shares(one) && two.totals.workers == 2 && !plan::precedence(two).before(1, 2) && !shares(two) &&
         !plan::verify(two);
}

TEST_CASE("branches run side by side") {
  STATIC_REQUIRE(stages_of(shared_plan(branches, false)).view() == "1 | 2 3 4' 5' | 6");
  CHECK(stages_of(shared_plan(branches, false)).view() == "1 | 2 3 4' 5' | 6");
  const plan::plan p = shared_plan(long_branches().view(), false);
  CHECK(p.totals.workers == 2);
  CHECK(p.totals.meetings <= 4);
}

TEST_CASE("kernels are shared, several in a stage if none needs another") {
  STATIC_REQUIRE(stages_of(shared_plan(chain, true)).view() == "1/2 | 2/2");
  CHECK(stages_of(shared_plan(branches, true)).view() == "1/2 | 2 3 4' 5' | 6/2");  // a meeting less than shared
  CHECK(stages_of(shared_plan(large_and_small, true)).view() == "1/2 | 3 ; 4 | 5/2");
  STATIC_REQUIRE(gets_a_loop());
  STATIC_REQUIRE(each_share_has_a_workspace());
  REQUIRE(each_share_has_a_workspace());
}

TEST_CASE("what does not pay stays with one worker") {
  STATIC_REQUIRE(shared_plan(small, true).totals.workers == 1);
  STATIC_REQUIRE(shared_plan(chain, false).totals.workers == 1);
  CHECK(same_text(whole_text(shared_plan(small, true)), whole_text(plan_from(small))));
  CHECK(same_text(whole_text(pass::share::run(plan_from(branches), context_of())), whole_text(plan_from(branches))));
}

TEST_CASE("memory of what runs at once") {
  STATIC_REQUIRE(in_place_only_alone());
  REQUIRE(in_place_only_alone());
  REQUIRE(chains_reuse_memory());
}

TEST_CASE("laws of share") {
  for (const std::string_view text : {branches, chain, large_and_small, small, one_loop, read_meanwhile})
    for (const bool shareable : {false, true})
      CHECK(broken_law<pass::share>(plan_from(text), workers_context(shareable)) == "");
}

}  // namespace
}  // namespace litho::test::share_pass
