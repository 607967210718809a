// SPDX-License-Identifier: BSL-1.0
#include <graphs/check.hpp>
#include <litho/eager.hpp>

// The reference took u64 beyond 2^63 for negative numbers in reductions, beside floats and as indices of one_hot;
// kernels gave negative floats cast to u64 as 2^63 - 1.
namespace {

using u64 = std::uint64_t;

struct folds_of_u64 : litho::network<folds_of_u64> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", u64, 5, 19>();  // random ones come from -5 on, modulo 2^64
    return litho::outputs(output<"most">(reduce_max<{.axes = 1}>(x)), output<"least">(reduce_min<{.axes = 1}>(x)),
                          output<"mean">(reduce_mean<{.axes = 1}>(x)));
  }
};
struct casts_to_u64 : litho::network<casts_to_u64> {
  static constexpr auto graph() { return litho::cast<u64>(litho::input<"x", float, 37>() * litho::scalar<1000.0>); }
};

TEST_CASE("bug 022: numbers of 64 bits without a sign") {
  using namespace litho;
  const tensor most = make_tensor<u64>({1}, {~u64{0}});
  const tensor ends = make_tensor<u64>({2}, {1, ~u64{0}});
  CHECK(eager<"reduce_max", {.axes = 0}>(ends) == most);
  CHECK(eager<"dequantize_linear">(most, make_tensor<double>({}, {1}), make_tensor<u64>({}, {0})) ==
        make_tensor<double>({1}, {0x1p64}));
  CHECK(eager<"one_hot", {.depth = 2}>(most, make_tensor<float>({2}, {0, 1})) == make_tensor<float>({1, 2}, {0, 0}));
  graphs::check<folds_of_u64, O3>();
  graphs::check<casts_to_u64, O0, O3>();
}

}  // namespace
