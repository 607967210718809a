// SPDX-License-Identifier: BSL-1.0
#include <graphs/check.hpp>

// A reduction over no axes, or over axes of size 1, was never stored where another kernel read it.
namespace {

struct folds_nothing : litho::network<folds_nothing> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", float>();
    constexpr auto y = input<"y", float, 3, 1>();
    return litho::outputs(reduce_sum(x) * reduce_max<{.axes = 1}>(y), reduce_mean<{.axes = 1, .keep = true}>(y));
  }
};

TEST_CASE("bug 009: a reduction that folds nothing is its input") {
  graphs::check<folds_nothing, litho::O0, litho::O2, litho::O3>();
}

}  // namespace
