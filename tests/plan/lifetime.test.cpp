// SPDX-License-Identifier: BSL-1.0
#include <litho/plan/lifetime.hpp>

#include "plans.hpp"

namespace litho::test::lifetime_plan {
namespace {

constexpr std::string_view diamond =
    "%0 = input \"x\" : f32[16]\n"
    "%1 = neg(%0) : f32[16] kernel=0\n"
    "%2 = exp(%1) : f32[16] kernel=1\n"
    "%3 = log(%1) : f32[16] kernel=2\n"
    "%4 = add(%2, %3) : f32[16] kernel=3\n"
    "return \"y\" %4\n";

constexpr bool is_alive(const plan::plan& p, const vec<int>& order, int node, int first, int last) {
  const plan::lifetime life =
      plan::lifetimes(p, order)[static_cast<std::size_t>(p.values[static_cast<std::size_t>(node)].buffer)];
  return life.first == first && life.last == last;
}

constexpr bool lifetimes() {
  const plan::plan p = planned(diamond);
  const vec<int> given{0, 1, 2, 3};
  const vec<int> other{0, 2, 1, 3};
  return is_alive(p, given, 0, 0, 0) && is_alive(p, given, 1, 0, 2) && is_alive(p, given, 2, 1, 3) &&
         is_alive(p, given, 3, 2, 3) && is_alive(p, other, 2, 2, 3) && is_alive(p, other, 3, 1, 3);
}

/// All three values are alive during the third kernel, unless it writes over its input.
constexpr bool peaks() {
  plan::plan p = planned(diamond);
  const vec<int> order{0, 1, 2, 3};
  const bool apart = plan::live_peak(p, order, binding::run) == 3 * 64;
  p.kernels[1].workspace = 100;
  const bool with_workspace = plan::live_peak(p, order, binding::run) == 2 * 64 + 128;
  p.at(p.values[3].buffer).shares = p.values[1].buffer;
  p.kernels[1].workspace = 0;
  return apart && with_workspace && plan::live_peak(p, order, binding::run) == 2 * 64;
}

TEST_CASE("lifetimes") {
  STATIC_REQUIRE(lifetimes());
  REQUIRE(lifetimes());
  STATIC_REQUIRE(peaks());
  REQUIRE(peaks());
}

}  // namespace
}  // namespace litho::test::lifetime_plan
