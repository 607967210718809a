// SPDX-License-Identifier: BSL-1.0
#include <graphs/check.hpp>

// A mean over axes 0 and 2 of [2,1,30] is one walk over 60 numbers, but not for an operand that repeats along one of the two: the
// kernel folded 30 of them.
namespace {

struct around_one : litho::network<around_one> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto column = input<"column", float, 2, 1, 1>();
    constexpr auto row = input<"row", float, 30>();
    return reduce_mean<{.axes = {0, 2}}>(column + row);
  }
};

TEST_CASE("bug 011: a reduction over axes around one of size 1") {
  graphs::check<around_one, litho::O0, litho::O2, litho::O3>();
}

}  // namespace
