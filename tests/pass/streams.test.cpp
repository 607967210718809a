// SPDX-License-Identifier: BSL-1.0
#include "streamed.hpp"

namespace litho::test::streams_pass {
namespace {

constexpr plan::plan streamed(std::string_view text, int streams, const device& target) {
  plan::plan p = plan_from(text);
  p.target = target;
  return pass::streams::run(std::move(p), streams_context(streams, target));
}
constexpr device four = graphs::with_streams(graphs::fixed_target, 4);

// Two branches, written one after the other; the first is longer.
constexpr std::string_view branches = R"(%0 = input "x" : f32[640,640]
    %1 = transpose(%0) permutation=[1,0] : f32[640,640]
    %2 = transpose(%1) permutation=[1,0] : f32[640,640]
    %3 = transpose(%1) permutation=[1,0] : f32[640,640]
    %4 = transpose(%3) permutation=[1,0] : f32[640,640]
    %5 = transpose(%4) permutation=[1,0] : f32[640,640]
    %6 = add(%2, %5) : f32[640,640]
    return "y" %6)";

constexpr std::string_view chain = R"(%0 = input "x" : f32[640,640]
    %1 = transpose(%0) permutation=[1,0] : f32[640,640]
    %2 = transpose(%1) permutation=[1,0] : f32[640,640]
    %3 = transpose(%2) permutation=[1,0] : f32[640,640]
    return "y" %3)";

// The small branch takes less than the event that it would end with.
constexpr std::string_view large_and_small = R"(%0 = input "x" : f32[640,640]
    %1 = transpose(%0) permutation=[1,0] : f32[640,640]
    %2 = transpose(%1) permutation=[1,0] : f32[640,640]
    %3 = input "y" : f32[4,4]
    %4 = transpose(%3) permutation=[1,0] : f32[4,4]
    %5 = transpose(%4) permutation=[1,0] : f32[4,4]
    return "y" %2
    return "z" %5)";

// Three branches of three kernels; of two streams one gets two.
constexpr std::string_view three_branches = R"(%0 = input "x" : f32[640,640]
    %1 = transpose(%0) permutation=[1,0] : f32[640,640]
    %2 = transpose(%1) permutation=[1,0] : f32[640,640]
    %3 = transpose(%2) permutation=[1,0] : f32[640,640]
    %4 = input "y" : f32[640,640]
    %5 = transpose(%4) permutation=[1,0] : f32[640,640]
    %6 = transpose(%5) permutation=[1,0] : f32[640,640]
    %7 = input "z" : f32[640,640]
    %8 = transpose(%7) permutation=[1,0] : f32[640,640]
    %9 = transpose(%8) permutation=[1,0] : f32[640,640]
    return "a" %3
    return "b" %6
    return "c" %9)";

// While the Cube multiplies, the transpose of the next factor is on its way.
constexpr std::string_view copies = R"(%0 = input "x" : f32[640,640]
    %1 = input "y" : f32[640,16]
    %2 = transpose(%0) permutation=[1,0] : f32[640,640]
    %3 = matmul(%2, %1) : f32[640,16]
    %4 = input "z" : f32[640,640]
    %5 = transpose(%4) permutation=[1,0] : f32[640,640]
    %6 = matmul(%5, %3) : f32[640,16]
    return "y" %6)";

TEST_CASE("two branches use two streams, and the longest path stays on stream 0") {
  STATIC_REQUIRE(streams_of(streamed(branches, 4, four)).view() == "1 2@1 3 4 5 6");
  CHECK(streams_of(streamed(branches, 4, four)).view() == "1 2@1 3 4 5 6");
  CHECK(streamed(branches, 4, four).totals.streams == 2);
}

TEST_CASE("a chain, and what would gain nothing, stay on one stream") {
  STATIC_REQUIRE(streamed(chain, 4, four).totals.streams == 1);
  CHECK(streamed(large_and_small, 4, four).totals.streams == 1);
  CHECK(streamed(large_and_small, 4, graphs::without_waiting(four)).totals.streams == 1);  // less than a twentieth
}

TEST_CASE("options and the device limit the streams") {
  CHECK(streams_of(streamed(three_branches, 4, four)).view() == "1 2 3 5@1 6@1 8@2 9@2");
  CHECK(streams_of(streamed(three_branches, 2, four)).view() == "1 2 3 5@1 6@1 8@1 9@1");
  CHECK(streamed(three_branches, 4, graphs::with_streams(four, 2)).totals.streams == 2);
  CHECK(streamed(three_branches, 4, graphs::with_streams(four, 1)).totals.streams == 1);
  CHECK(streamed(three_branches, 1, four).totals.streams == 1);
}

TEST_CASE("copies get streams of their own where the device copies beside its kernels") {
  const device asynchronous = graphs::with_streams(graphs::fixed_target, 4, true);
  CHECK(streams_of(streamed(copies, 4, asynchronous)).view() == "2@1 3 5@2 6");
  CHECK(streams_of(streamed(copies, 4, four)).view() == "2 3 5@1 6");
  CHECK(streamed(chain, 4, asynchronous).totals.streams == 1);
  const plan::plan p = streamed(copies, 2, asynchronous);
  CHECK(streams_of(p).view() == "2@1 3 5@1 6");
  CHECK(p.totals.streams == 2);
  for (const plan::kernel& each : p.kernels) CHECK((each.unit == engine::move) == (each.stream == 1));
}

TEST_CASE("a plan for several workers keeps one stream") {
  plan::plan p = plan_from(branches);
  p.totals.workers = 2;
  CHECK(pass::streams::run(std::move(p), streams_context(4, four)).totals.streams == 1);
}

TEST_CASE("laws of streams") {
  for (const std::string_view text : {branches, chain, large_and_small, three_branches, copies})
    for (const bool async_copy : {false, true}) {
      plan::plan p = plan_from(text);
      p.target = graphs::with_streams(four, 4, async_copy);
      const plan::plan once = pass::streams::run(plan::plan(p), streams_context(4, p.target));
      const plan::plan twice = pass::streams::run(plan::plan(once), streams_context(4, p.target));
      CHECK(same_text(whole_text(once), whole_text(twice)));
    }
}

}  // namespace
}  // namespace litho::test::streams_pass
