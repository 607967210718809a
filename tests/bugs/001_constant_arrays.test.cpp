// SPDX-License-Identifier: BSL-1.0
#include <graphs/check.hpp>

// GCC 12 refused each network with an array as a constant: "taking address of an immediate function".
namespace {

constexpr float three[] = {1, 2, 3};
constexpr double two[] = {0.5, -2};

struct constant_arrays : litho::network<constant_arrays> {
  static constexpr auto graph() {
    using namespace litho;
    return litho::outputs(input<"x", float, 2, 3>() + constant<three>(), input<"y", double, 2>() * constant<two>());
  }
};

TEST_CASE("bug 001: arrays are constants") { graphs::check<constant_arrays, litho::O0, litho::O3>(); }

}  // namespace
