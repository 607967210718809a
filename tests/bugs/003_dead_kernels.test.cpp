// SPDX-License-Identifier: BSL-1.0
#include <graphs/check.hpp>

// With dce off, what a pass had left without a user became a kernel without a store: an array of no elements.
namespace {

struct dead_convolution : litho::network<dead_convolution> {
  static constexpr auto graph() {
    using namespace litho;
    return batch_norm<"bn">(conv2d<"conv", {.out = 3, .kernel = 3}>(input<"x", float, 1, 5, 5, 4>()));
  }
};
struct dead_chain : litho::network<dead_chain> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", float, 7>();
    return -(-x) + -(-litho::exp(x));
  }
};

constexpr litho::options without_dce = [] {
  litho::options o = litho::O3;
  o.dce = false;
  return o;
}();

TEST_CASE("bug 003: without dce dead values are computed all the same") {
  graphs::check<dead_convolution, without_dce>();
  graphs::check<dead_chain, without_dce>();
}

}  // namespace
