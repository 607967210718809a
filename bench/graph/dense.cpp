// SPDX-License-Identifier: BSL-1.0
// gelu(x w + b): a layer of a transformer of width 768 on 128 tokens, and a small one that lies in the first-level cache.

#include <litho.hpp>

#include "../limits.hpp"

namespace {

template <std::int64_t Rows, std::int64_t Inner, std::int64_t Columns, bool TanhForm>
struct layer : litho::network<layer<Rows, Inner, Columns, TanhForm>> {
  static constexpr auto graph() {
    constexpr auto x = litho::input<"x", float, Rows, Inner>();
    constexpr auto w = litho::param<"w", float, Inner, Columns>();
    constexpr auto b = litho::param<"b", float, Columns>();
    return litho::gelu<{.tanh_form = TanhForm}>(litho::matmul(x, w) + b);
  }
};

using matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <std::int64_t Rows, std::int64_t Inner, std::int64_t Columns, bool TanhForm>
bool add(const char* name_of_case) {
  return bench::add(name_of_case, [](benchmark::State& state, const std::string& name) {
    using network = layer<Rows, Inner, Columns, TanhForm>;
    static litho::instance<network> fused;
    static litho::instance<litho::with_options<network, litho::O0>> unfused;
    const matrix x = matrix::Random(Rows, Inner), w = matrix::Random(Inner, Columns) / 8;
    const Eigen::RowVectorXf b = Eigen::RowVectorXf::Random(Columns);
    const litho::parameter_view parameters[] = {litho::view<Inner, Columns>("w", bench::values_of(w)),
                                                litho::view<Columns>("b", bench::values_of(b))};
    bench::require(fused.load(parameters));
    bench::require(unfused.load(parameters));
    matrix y1(Rows, Columns), y2(Rows, Columns), y3(Rows, Columns), product(Rows, Columns), sum(Rows, Columns);
    bench::report(
        state, name, [&] { bench::require(fused.run(x, y1)); }, [&] { bench::require(unfused.run(x, y2)); },
        [&] {
          product.noalias() = x * w;
          sum = product.rowwise() + b;
          const auto s = sum.array();
          if constexpr (TanhForm)
            y3 = 0.5F * s * (1.0F + (0.7978846F * (s + 0.044715F * s * s * s)).tanh());
          else
            y3 = 0.5F * s * (1.0F + (0.70710678F * s).erf());
        },
        bench::fma_limit(2.0 * Rows * Inner * Columns));
    if (!y1.isApprox(y3, 1e-4F) || !y2.isApprox(y3, 1e-4F)) state.SkipWithError("results differ");
  });
}

[[maybe_unused]] const bool all[] = {add<128, 768, 768, false>("matmul_bias_gelu/128x768x768"),
                                     add<64, 64, 64, false>("matmul_bias_gelu/64x64x64"),
                                     add<128, 768, 768, true>("matmul_bias_gelu_tanh/128x768x768"),
                                     add<64, 64, 64, true>("matmul_bias_gelu_tanh/64x64x64")};

}  // namespace
