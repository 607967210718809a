// SPDX-License-Identifier: BSL-1.0
#include <graphs/check.hpp>

// A transposed convolution whose outputs all lie behind the last input: the composition cut away more of x than there is.
namespace {

struct nothing_left : litho::network<nothing_left> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto y = conv_transpose<{.before = {4}, .after = {-2}, .output_padding = {2}}>(
        input<"x", float, 1, 2, 4>(), param<"w", float, 2, 3, 1>(), param<"b", float, 3>());
    return relu(y);
  }
};

TEST_CASE("bug 013: of a transposed convolution may be left what no input reaches") {
  graphs::check<nothing_left, litho::O0, litho::O3>();
}

}  // namespace
