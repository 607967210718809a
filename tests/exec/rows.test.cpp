// SPDX-License-Identifier: BSL-1.0
#include <graphs/check.hpp>

// Rows that end in folds begin before the row before is done: what a row knows must be its own.
namespace {

using litho::O0, litho::O3;

template <std::int64_t Rows, std::int64_t Columns>
struct norm : litho::network<norm<Rows, Columns>> {
  static constexpr auto graph() { return litho::layer_norm(litho::input<"x", float, 3, Rows, Columns>()); }
};
template <class T>
struct soft : litho::network<soft<T>> {
  static constexpr auto graph() { return litho::softmax(litho::input<"x", T, 2, 3, 259>()); }
};
/// Two phases.
struct root_mean_square : litho::network<root_mean_square> {
  static constexpr auto graph() { return litho::rms_norm(litho::input<"x", float, 5, 72>()); }
};
/// A number a row that the first phase loads and the last needs again.
struct scaled : litho::network<scaled> {
  static constexpr auto graph() {
    constexpr auto x = litho::input<"x", float, 6, 70>();
    constexpr auto s = litho::input<"s", float, 6, 1>();
    return (x - litho::reduce_mean<{.axes = {-1}, .keep = true}>(x * s)) * s;
  }
};
/// Folds that leave the kernel themselves.
struct with_means : litho::network<with_means> {
  static constexpr auto graph() {
    constexpr auto x = litho::input<"x", float, 4, 90>();
    constexpr auto mean = litho::reduce_mean<{.axes = {-1}, .keep = true}>(x);
    return litho::model(litho::inputs(x), litho::outputs(mean, litho::abs(x - mean)));
  }
};
/// The first phase keeps its powers in scratch memory, of which there is one row.
struct powers_first : litho::network<powers_first> {
  static constexpr auto graph() {
    constexpr auto powers = litho::exp(litho::input<"x", float, 5, 50>());
    return powers / litho::reduce_sum<{.axes = {-1}, .keep = true}>(powers);
  }
};

TEST_CASE("rows of folds keep apart") {
  graphs::check<norm<4, 100>, O0, O3>();
  graphs::check<norm<1, 768>, O3>();
  graphs::check<norm<7, 16>, O3>();
  graphs::check<norm<2, 5>, O3>();
  graphs::check<soft<float>, O0, O3>();
  graphs::check<soft<double>, O3>();
  graphs::check<root_mean_square, O3>();
  graphs::check<scaled, O3>();
  graphs::check<with_means, O3>();
  graphs::check<powers_first, O3>();
}

}  // namespace
