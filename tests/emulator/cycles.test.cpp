// SPDX-License-Identifier: BSL-1.0
#include <catch.hpp>
#include <litho.hpp>
#include <litho/cycles.hpp>
#include <litho/trace.hpp>

namespace litho::test::cycles_emulator {
namespace {

struct classifier : network<classifier> {
  static constexpr auto graph() {
    constexpr auto x = input<"x", float, 1, 5, 6, 7>();
    constexpr auto h = relu(conv2d<"stem", {.out = 17, .kernel = 3, .pad = 1}>(x));
    return softmax<{.axis = 1}>(dense<"head", {.out = 10}>(flatten(h)));
  }
};

TEST_CASE("cycles of a network are a constant") {
  STATIC_REQUIRE(classifier::cycles<npu::ascend_910b>() > 300);
  STATIC_REQUIRE(classifier::cycles<npu::ascend_910b>() < 3'000);
  const plan::plan p = plan_for<classifier>(npu::ascend_910b);
  CHECK(task::schedule_of(p, task::lower(p)).makespan == classifier::cycles<npu::ascend_910b>());
}

}  // namespace
}  // namespace litho::test::cycles_emulator
