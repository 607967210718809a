// SPDX-License-Identifier: BSL-1.0
#include <graphs/check.hpp>

// A value was stored over an input that a later step of the same block still had to read: `product` over `turned` here, which the sum
// reads after it.
namespace {

struct read_after_store : litho::network<read_after_store> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto turned = transpose<1, 0>(input<"x", float, 5, 7>());
    constexpr auto product = sigmoid(input<"y", float, 7, 5>());
    constexpr auto sum = product + turned;
    return litho::outputs(transpose<1, 0>(product), transpose<1, 0>(sum));
  }
};

TEST_CASE("bug 010: what is read later in a block is not overwritten") {
  graphs::check<read_after_store, litho::O2, litho::O3>();
}

}  // namespace
