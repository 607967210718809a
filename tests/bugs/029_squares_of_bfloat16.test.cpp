// SPDX-License-Identifier: BSL-1.0
#include <graphs/check.hpp>

// GCC 12 for x86-64-v3 (the preset gcc-baseline) stopped with an internal error where the result of a product was rounded to
// bfloat16 by Eigen's conversion.
namespace {

template <std::int64_t Count>
struct squares_of_bfloat16 : litho::network<squares_of_bfloat16<Count>> {
  static constexpr auto graph() {
    using namespace litho;
    return square(input<"x", bfloat16, Count>());
  }
};

TEST_CASE("bug 029: squares of bfloat16") {
  graphs::check<squares_of_bfloat16<3>, litho::O0, litho::O3>();
  graphs::check<squares_of_bfloat16<37>, litho::O0, litho::O3>();
}

}  // namespace
