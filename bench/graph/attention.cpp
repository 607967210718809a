// SPDX-License-Identifier: BSL-1.0
// softmax(q k^T / 8 [+ mask]) v: one head of attention of width 64. Its three kernels apart are what the pass `patterns` saves.

#include <litho.hpp>

#include "../limits.hpp"
#include "../peers/onednn.hpp"

namespace {

constexpr int width = 64;

template <int Tokens, bool Masked>
struct attention : litho::network<attention<Tokens, Masked>> {
  static constexpr auto graph() {
    constexpr auto q = litho::input<"q", float, Tokens, width>();
    constexpr auto k = litho::input<"k", float, Tokens, width>();
    constexpr auto v = litho::input<"v", float, Tokens, width>();
    constexpr auto mask = litho::input<"mask", float, Tokens, Tokens>();
    constexpr auto scores = litho::matmul(q, litho::transpose<1, 0>(k)) * litho::scalar<0.125>;
    if constexpr (Masked)
      return litho::model(litho::inputs(q, k, v, mask),
                          litho::outputs(litho::matmul(litho::softmax<{.axis = 1}>(scores + mask), v)));
    else
      return litho::model(litho::inputs(q, k, v),
                          litho::outputs(litho::matmul(litho::softmax<{.axis = 1}>(scores), v)));
  }
};
constexpr litho::options apart_options = [] {
  litho::options o = litho::O3;
  o.patterns = false;
  return o;
}();

using matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A cause: no token looks at those behind it.
matrix causal(int tokens) {
  matrix mask = matrix::Zero(tokens, tokens);
  for (int row = 0; row < tokens; ++row)
    for (int column = row + 1; column < tokens; ++column) mask(row, column) = -std::numeric_limits<float>::infinity();
  return mask;
}

template <int Tokens, bool Masked>
void compare(benchmark::State& state, const std::string& name) {
  using net = attention<Tokens, Masked>;
  static litho::instance<net> fused;
  static litho::instance<litho::with_options<net, apart_options>> apart;
  static litho::instance<litho::with_options<net, litho::O0>> unfused;
  const matrix q = matrix::Random(Tokens, width), k = matrix::Random(Tokens, width);
  const matrix v = matrix::Random(Tokens, width);
  const matrix mask = causal(Tokens);
  const matrix keys = k.transpose() / 8;  // oneDNN takes neither a scale of its input nor a transposed one
  matrix y1(Tokens, width), y2(Tokens, width), y3(Tokens, width), y4(Tokens, width), y5(Tokens, width);
  matrix scores(Tokens, Tokens), powers(Tokens, Tokens), raw(Tokens, Tokens), shares(Tokens, Tokens);
  Eigen::VectorXf highest(Tokens), total(Tokens);
  const auto run = [&](auto& with, matrix& y) {
    if constexpr (Masked)
      bench::require(with.run(q, k, v, mask, y));
    else
      bench::require(with.run(q, k, v, y));
  };
  bench::contest all(state, name);
  all.add("litho", [&] { run(fused, y1); });
  all.add("apart", [&] { run(apart, y5); });
  all.add("O0", [&] { run(unfused, y2); });
  all.add("Eigen", [&] {
    scores.noalias() = q * k.transpose();
    scores *= 0.125F;
    if constexpr (Masked) scores += mask;
    highest = scores.rowwise().maxCoeff();
    powers = (scores.colwise() - highest).array().exp();
    total = powers.rowwise().sum();
    scores = powers.array().colwise() / total.array();
    y3.noalias() = scores * v;
  });
  const bench::onednn::matmul first(Tokens, width, Tokens, q.data(), keys.data(), raw.data(), false);
  const bench::onednn::softmax then(Tokens, Tokens, raw.data(), shares.data());
  const bench::onednn::matmul last(Tokens, Tokens, width, shares.data(), v.data(), y4.data(), false);
  constexpr bool has_peer = bench::onednn::found && !Masked;
  if constexpr (has_peer)
    all.add("oneDNN", [&] {
      first();
      then();
      last();
    });
  all.add_limit(bench::fma_limit(2.0 * 2 * Tokens * Tokens * width));
  all.run();
  all.expect(y1.isApprox(y3, 1e-4F) && y2.isApprox(y3, 1e-4F) && y5.isApprox(y3, 1e-4F), "Eigen");
  if constexpr (has_peer) all.expect(y1.isApprox(y4, 1e-4F), "oneDNN");
}

[[maybe_unused]] const bool one = bench::add("attention/128x64", compare<128, false>);
[[maybe_unused]] const bool long_one = bench::add("attention/512x64", compare<512, false>);
[[maybe_unused]] const bool masked = bench::add("attention/masked_128x64", compare<128, true>);

}  // namespace
