// SPDX-License-Identifier: BSL-1.0
#include "examples.hpp"

namespace litho::test::memory_pass {
namespace {

constexpr plan::plan laid_out(std::string_view text) { return pass::memory::run(plan_from(text), context_of()); }

/// The buffer of a node's value.
constexpr const plan::buffer& buffer_of(const plan::plan& p, int node) {
  return p.at(p.values[static_cast<std::size_t>(node)].buffer);
}
/// Whether `node` is written over the value of `other`.
constexpr bool in_place_of(const plan::plan& p, int node, int other) {
  return buffer_of(p, node).where == plan::place::arena &&
         p.owner(p.values[static_cast<std::size_t>(node)].buffer) ==
             p.owner(p.values[static_cast<std::size_t>(other)].buffer);
}

// Transposes cannot work in place, so neighbours need two buffers; the third value lies where the first was.
constexpr std::string_view chain = R"(%0 = input "x" : f32[16,16]
    %1 = transpose(%0) permutation=[1,0] : f32[16,16]
    %2 = transpose(%1) permutation=[1,0] : f32[16,16]
    %3 = transpose(%2) permutation=[1,0] : f32[16,16]
    %4 = transpose(%3) permutation=[1,0] : f32[16,16]
    return "y" %4)";

constexpr bool reuses() {
  const plan::plan apart = plan_from(chain);
  const plan::plan p = pass::memory::run(plan::plan(apart), context_of());
  return apart.totals.arena_bytes == 3 * 1024 && p.totals.arena_bytes == 2 * 1024 &&
         p.totals.largest_live_set == 2 * 1024 && buffer_of(p, 1).offset == buffer_of(p, 3).offset &&
         buffer_of(p, 1).offset != buffer_of(p, 2).offset && !in_place_of(p, 2, 1) &&
         broken_law<pass::memory>(apart).empty();
}

// exp may overwrite its input, which nobody else reads; the sum may overwrite the transpose.
constexpr std::string_view dying = R"(%0 = input "x" : f32[16,16]
    %1 = transpose(%0) permutation=[1,0] : f32[16,16]
    %2 = exp(%1) : f32[16,16]
    %3 = transpose(%2) permutation=[1,0] : f32[16,16]
    %4 = add(%3, %2) : f32[16,16]
    %5 = transpose(%4) permutation=[1,0] : f32[16,16]
    return "y" %5)";

// 1 is read again by 3, so 2 must not overwrite it.
constexpr std::string_view living = R"(%0 = input "x" : f32[16,16]
    %1 = transpose(%0) permutation=[1,0] : f32[16,16]
    %2 = exp(%1) : f32[16,16]
    %3 = transpose(%1) permutation=[1,0] : f32[16,16]
    %4 = transpose(%2) permutation=[1,0] : f32[16,16]
    return "y" %4
    return "z" %3)";

// 1 is as large as 2, but is walked another way (its rows repeat), or read by the Cube itself.
constexpr std::string_view walked_otherwise = R"(%0 = input "x" : f32[4,16]
    %1 = transpose(%0) permutation=[1,0] : f32[16,4]
    %2 = reshape(%1) dims=[1,64] : f32[1,64]
    %3 = input "y" : f32[64,1]
    %4 = add(%2, %3) : f32[64,64]
    %5 = transpose(%4) permutation=[1,0] : f32[64,64]
    %6 = input "w" : f32[64,64]
    %7 = matmul(%5, %6) : f32[64,64]
    %8 = transpose(%7) permutation=[1,0] : f32[64,64]
    return "y" %8)";

// 4 is stored in the first walk over a row, while 1 is read again in the second one, for 5: 4 must not overwrite 1, 5 may.
constexpr std::string_view read_again = R"(%0 = input "x" : f32[16,16]
    %1 = transpose(%0) permutation=[1,0] : f32[16,16]
    %2 = abs(%1) : f32[16,16]
    %3 = reduce_sum(%2) axes=[1] : f32[16,1]
    %4 = neg(%2) : f32[16,16]
    %5 = div(%1, %3) : f32[16,16]
    %6 = transpose(%4) permutation=[1,0] : f32[16,16]
    %7 = transpose(%5) permutation=[1,0] : f32[16,16]
    return "y" %6
    return "z" %7)";

// 3 is stored before the same block reads 1, for 4: 3 must not overwrite 1, 4 may.
constexpr std::string_view read_later = R"(%0 = input "x" : f32[16,16]
    %1 = transpose(%0) permutation=[1,0] : f32[16,16]
    %2 = input "y" : f32[16,16]
    %3 = exp(%2) : f32[16,16]
    %4 = add(%3, %1) : f32[16,16]
    %5 = transpose(%3) permutation=[1,0] : f32[16,16]
    %6 = transpose(%4) permutation=[1,0] : f32[16,16]
    return "y" %5
    return "z" %6)";

constexpr bool works_in_place() {
  const plan::plan once = laid_out(dying);
  const plan::plan twice = laid_out(living);
  const plan::plan other = laid_out(walked_otherwise);
  const plan::plan again = laid_out(read_again);
  const plan::plan later = laid_out(read_later);
  return in_place_of(once, 2, 1) && in_place_of(once, 4, 3) && once.totals.arena_bytes == 2 * 1024 &&   //
         !in_place_of(twice, 2, 1) && !in_place_of(other, 4, 1) && !in_place_of(other, 7, 5) &&         //
         again.kernels[1].nodes.count == 4 && !in_place_of(again, 4, 1) && in_place_of(again, 5, 1) &&  //
         later.kernels[1].nodes.count == 2 && !in_place_of(later, 3, 1) && in_place_of(later, 4, 1);
}

constexpr bool lawful() {
  for (std::string_view text : {chain, dying, living, walked_otherwise, read_again, read_later})
    if (!broken_law<pass::memory>(plan_from(text)).empty()) return false;
  return true;
}

// Views lie in the memory of what they are views of, and hold it alive.
constexpr std::string_view viewed = R"(%0 = input "x" : f32[8,4]
    %1 = transpose(%0) permutation=[1,0] : f32[4,8]
    %2 = reshape(%1) dims=[32] : f32[32]
    %3 = slice(%2) axes=[] begin=[16] end=[32] step=[] : f32[16]
    %4 = transpose(%0) permutation=[1,0] : f32[4,8]
    %5 = reduce_sum(%4) axes=[0,1] : f32[1,1]
    %6 = add(%3, %5) : f32[1,16]
    return "y" %6)";

constexpr bool keeps_views_alive() {
  const plan::plan p = laid_out(viewed);
  return kernels_of(p).view() == "transpose(1) transpose(4) reduce_sum(5) add(6)" &&
         buffer_of(p, 1).offset != buffer_of(p, 4).offset && broken_law<pass::memory>(plan_from(viewed)).empty();
}

// plan::verify is what all other tests rely on: it sees each of these faults.
bool is_seen(void (*spoil)(plan::plan&)) {
  plan::plan p = laid_out(dying);
  if (plan::verify(p)) return false;
  spoil(p);
  return static_cast<bool>(plan::verify(p));
}

// What load works in is counted apart: 1 KiB for the transposed weights on their way, 64 bytes for a run.
constexpr std::string_view loaded = R"(%0 = param "w" : f32[16,16] load
    %1 = transpose(%0) permutation=[1,0] : f32[16,16] load
    %2 = reduce_sum(%1) axes=[1] : f32[16,1] load
    %3 = input "x" : f32[16,1]
    %4 = transpose(%3) permutation=[1,0] : f32[1,16]
    %5 = reshape(%2) dims=[1,16] : f32[1,16] load
    %6 = add(%4, %5) : f32[1,16]
    %7 = transpose(%6) permutation=[1,0] : f32[16,1]
    return "y" %7)";

constexpr bool counts_load_apart() {
  const plan::plan apart = plan_from(loaded);
  const plan::plan p = pass::memory::run(plan::plan(apart), context_of());
  return p.totals.load_arena_bytes == 1024 && p.totals.arena_bytes < 256 && apart.totals.load_arena_bytes == 1024 &&
         broken_law<pass::memory>(apart).empty();
}

// Two branches: on one stream the second uses the first one's memory, on two streams it must not; what comes after both
// may.
constexpr std::string_view branches = R"(%0 = input "x" : f32[640,640]
    %1 = transpose(%0) permutation=[1,0] : f32[640,640]
    %2 = transpose(%1) permutation=[1,0] : f32[640,640]
    %3 = reduce_sum(%2) axes=[0,1] : f32[1,1]
    %4 = transpose(%0) permutation=[1,0] : f32[640,640]
    %5 = transpose(%4) permutation=[1,0] : f32[640,640]
    %6 = reduce_sum(%5) axes=[0,1] : f32[1,1]
    %7 = add(%3, %6) : f32[1,1]
    %8 = add(%7, %0) : f32[640,640]
    %9 = transpose(%8) permutation=[1,0] : f32[640,640]
    return "y" %9)";

constexpr std::int64_t arena_in_matrices(int streams, bool in_place = true) {
  options given = O3;
  given.streams = streams;
  plan::plan p = plan_from(branches);
  p.target = graphs::with_streams(graphs::fixed_target, 4);
  p.target.in_place = in_place;
  const pass::context with{given, p.target};
  for_each_pass(pass::streamed_plan_passes{}, [&]<class Pass>() {
    if (Pass::enabled(given)) p = Pass::run(std::move(p), with);
  });
  return plan::verify(p) ? -1 : p.totals.arena_bytes / (4 * 640 * 640);
}

constexpr bool keeps_streams_apart() {
  return arena_in_matrices(1) == 2 && arena_in_matrices(2) == 4 && arena_in_matrices(2, false) == 4;
}

/// A device that cannot work in place gets memory for both sides of exp.
constexpr bool asks_the_device() {
  plan::plan p = plan_from(dying);
  p.target.in_place = false;
  p = pass::memory::run(std::move(p), context_of());
  return !in_place_of(p, 2, 1) && !in_place_of(p, 4, 3) && p.totals.arena_bytes == 3 * 1024 && !plan::verify(p);
}

TEST_CASE("memory keeps values of streams apart that may run side by side") {
  REQUIRE(keeps_streams_apart());
  STATIC_REQUIRE(keeps_streams_apart());
}
TEST_CASE("memory works in place only where the device can") {
  REQUIRE(asks_the_device());
  STATIC_REQUIRE(asks_the_device());
}
TEST_CASE("memory counts what load works in apart") {
  REQUIRE(counts_load_apart());
  STATIC_REQUIRE(counts_load_apart());
}
TEST_CASE("memory lets values that are not alive at once use the same bytes") {
  REQUIRE(reuses());
  STATIC_REQUIRE(reuses());
}
TEST_CASE("memory works in place where nothing is read after it is overwritten") {
  REQUIRE(works_in_place());
  STATIC_REQUIRE(works_in_place());
}
TEST_CASE("memory obeys its laws") {
  REQUIRE(lawful());
  STATIC_REQUIRE(lawful());
}
TEST_CASE("memory keeps what a view shows") {
  REQUIRE(keeps_views_alive());
  STATIC_REQUIRE(keeps_views_alive());
}
TEST_CASE("plan::verify sees overlaps, bytes outside of the arena, misalignment, wrong orders and lost kernels") {
  CHECK(is_seen([](plan::plan& p) { p.at(p.values[3].buffer).offset = p.at(p.values[2].buffer).offset; }));
  CHECK(is_seen([](plan::plan& p) { p.at(p.values[3].buffer).offset = p.totals.arena_bytes; }));
  CHECK(is_seen([](plan::plan& p) { p.at(p.values[3].buffer).offset = -64; }));
  CHECK(is_seen([](plan::plan& p) { p.at(p.values[3].buffer).offset += 4; }));
  CHECK(is_seen([](plan::plan& p) { std::swap(p.kernels[0], p.kernels[1]); }));
  CHECK(is_seen([](plan::plan& p) { p.kernels.pop_back(); }));
  CHECK(is_seen([](plan::plan& p) { p.at(p.values[1].buffer).where = plan::place::parameter; }));
}

}  // namespace
}  // namespace litho::test::memory_pass
