// SPDX-License-Identifier: BSL-1.0
#include "examples.hpp"

namespace litho::test::order_pass {
namespace {

constexpr std::int64_t peak(const plan::plan& p, binding when = binding::run) {
  vec<int> order;
  for (std::size_t k = 0; k < p.kernels.size(); ++k) order.push_back(static_cast<int>(k));
  return plan::live_peak(p, order, when);
}

// Three large values, each made small by its user. Made one after the other they are all alive at once.
constexpr std::string_view wide = R"(%0 = input "x" : f32[16,16]
    %1 = input "y" : f32[16,16]
    %2 = input "z" : f32[16,16]
    %3 = transpose(%0) permutation=[1,0] : f32[16,16]
    %4 = transpose(%1) permutation=[1,0] : f32[16,16]
    %5 = transpose(%2) permutation=[1,0] : f32[16,16]
    %6 = reduce_sum(%3) axes=[1] : f32[16,1]
    %7 = reduce_sum(%4) axes=[1] : f32[16,1]
    %8 = reduce_sum(%5) axes=[1] : f32[16,1]
    return "a" %6
    return "b" %7
    return "c" %8)";

// The same, but the third transpose must come before the first sum.
constexpr std::string_view controlled = R"(%0 = input "x" : f32[16,16]
    %1 = input "y" : f32[16,16]
    %2 = input "z" : f32[16,16]
    %3 = transpose(%0) permutation=[1,0] : f32[16,16]
    %4 = transpose(%1) permutation=[1,0] : f32[16,16]
    %5 = transpose(%2) permutation=[1,0] : f32[16,16]
    %6 = reduce_sum(%3) axes=[1] : f32[16,1] after(%5)
    %7 = reduce_sum(%4) axes=[1] : f32[16,1]
    %8 = reduce_sum(%5) axes=[1] : f32[16,1]
    return "a" %6
    return "b" %7
    return "c" %8)";

// A chain has one order only, and what load does comes first.
constexpr std::string_view narrow = R"(%0 = input "x" : f32[4,4]
    %1 = param "p" : f32[4,4] load
    %2 = transpose(%0) permutation=[1,0] : f32[4,4]
    %3 = transpose(%1) permutation=[1,0] : f32[4,4] load
    %4 = add(%2, %3) : f32[4,4]
    return "y" %4)";

constexpr bool lowers_the_peak() {
  const plan::plan given = plan_from(wide);
  const plan::plan ordered = pass::order::run(plan::plan(given), context_of());
  return kernels_of(given).view() ==
             "transpose(3) transpose(4) transpose(5) reduce_sum(6) reduce_sum(7) reduce_sum(8)" &&
         kernels_of(ordered).view() ==
             "transpose(3) reduce_sum(6) transpose(4) reduce_sum(7) transpose(5) reduce_sum(8)" &&
         peak(given) == 3 * 1024 && peak(ordered) == 1024 && broken_law<pass::order>(given).empty();
}

constexpr bool obeys_control_edges() {
  const plan::plan given = plan_from(controlled);
  const plan::plan ordered = pass::order::run(plan::plan(given), context_of());
  int third_transpose = -1;
  int first_sum = -1;
  for (std::size_t k = 0; k < ordered.kernels.size(); ++k) {
    if (ordered.kernels[k].root == 5) third_transpose = static_cast<int>(k);
    if (ordered.kernels[k].root == 6) first_sum = static_cast<int>(k);
  }
  return third_transpose < first_sum && peak(ordered) == 2 * 1024 && broken_law<pass::order>(given).empty();
}

constexpr bool keeps_what_is_no_worse() {
  const plan::plan given = plan_from(narrow);
  const plan::plan ordered = pass::order::run(plan::plan(given), context_of());
  return kernels_of(given).view() == kernels_of(ordered).view() && ordered.kernels[0].when == binding::load &&
         broken_law<pass::order>(given).empty();
}

// The same for what load computes: the peak of a run does not count it.
constexpr std::string_view wide_load = R"(%0 = param "x" : f32[16,16] load
    %1 = param "y" : f32[16,16] load
    %2 = param "z" : f32[16,16] load
    %3 = transpose(%0) permutation=[1,0] : f32[16,16] load
    %4 = transpose(%1) permutation=[1,0] : f32[16,16] load
    %5 = transpose(%2) permutation=[1,0] : f32[16,16] load
    %6 = reduce_sum(%3) axes=[1] : f32[16,1] load
    %7 = reduce_sum(%4) axes=[1] : f32[16,1] load
    %8 = reduce_sum(%5) axes=[1] : f32[16,1] load
    %9 = input "u" : f32[16,1]
    %10 = transpose(%9) permutation=[1,0] : f32[1,16]
    %11 = add(%6, %10) : f32[16,16]
    %12 = add(%7, %11) : f32[16,16]
    %13 = add(%8, %12) : f32[16,16]
    return "a" %13)";

constexpr bool lowers_the_peak_of_load() {
  const plan::plan given = plan_from(wide_load);
  const plan::plan ordered = pass::order::run(plan::plan(given), context_of());
  return peak(given, binding::load) == 3 * 1024 && peak(ordered, binding::load) == 1024 &&
         peak(given) == peak(ordered) && broken_law<pass::order>(given).empty();
}

TEST_CASE("order lowers the peak of memory") {
  REQUIRE(lowers_the_peak());
  STATIC_REQUIRE(lowers_the_peak());
  REQUIRE(lowers_the_peak_of_load());
  STATIC_REQUIRE(lowers_the_peak_of_load());
}
TEST_CASE("order obeys control edges") {
  REQUIRE(obeys_control_edges());
  STATIC_REQUIRE(obeys_control_edges());
}
TEST_CASE("order keeps what it was given where that is no worse") {
  REQUIRE(keeps_what_is_no_worse());
  STATIC_REQUIRE(keeps_what_is_no_worse());
}

}  // namespace
}  // namespace litho::test::order_pass
