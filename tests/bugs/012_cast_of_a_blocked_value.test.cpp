// SPDX-License-Identifier: BSL-1.0
#include <graphs/check.hpp>

// A cast kept the lanes of its input's element type, which do not meet those of its own: the graph was ill-typed.
namespace {

struct cast_of_blocked : litho::network<cast_of_blocked> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto y = conv2d<"conv", {.out = 9}>(input<"x", double, 1, 5, 3, 4>());
    return relu(cast<float>(y)) * input<"z", float, 1, 9, 3, 4>() + param<"p", float, 9, 1, 1>();
  }
};

TEST_CASE("bug 012: casts are made in the plain layout") { graphs::check<cast_of_blocked, litho::O0, litho::O3>(); }

}  // namespace
