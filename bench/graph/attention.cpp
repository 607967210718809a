// SPDX-License-Identifier: BSL-1.0
// softmax(q k^T / 8) v: one head of attention, 128 tokens of width 64.

#include <litho.hpp>

#include "../limits.hpp"
#include "../peers/onednn.hpp"

namespace {

constexpr int tokens = 128;
constexpr int width = 64;

struct attention : litho::network<attention> {
  static constexpr auto graph() {
    constexpr auto q = litho::input<"q", float, tokens, width>();
    constexpr auto k = litho::input<"k", float, tokens, width>();
    constexpr auto v = litho::input<"v", float, tokens, width>();
    constexpr auto scores = litho::matmul(q, litho::transpose<1, 0>(k)) * litho::scalar<0.125>;
    return litho::model(litho::inputs(q, k, v), litho::outputs(litho::matmul(litho::softmax<{.axis = 1}>(scores), v)));
  }
};

using matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

[[maybe_unused]] const bool one = bench::add("attention/128x64", [](benchmark::State& state, const std::string& name) {
  static litho::instance<attention> fused;
  static litho::instance<litho::with_options<attention, litho::O0>> unfused;
  const matrix q = matrix::Random(tokens, width), k = matrix::Random(tokens, width);
  const matrix v = matrix::Random(tokens, width);
  const matrix keys = k.transpose() / 8;  // oneDNN takes neither a scale of its input nor a transposed one
  matrix y1(tokens, width), y2(tokens, width), y3(tokens, width), y4(tokens, width);
  matrix scores(tokens, tokens), powers(tokens, tokens), raw(tokens, tokens), shares(tokens, tokens);
  Eigen::VectorXf highest(tokens), total(tokens);
  bench::contest all(state, name);
  all.add("litho", [&] { bench::require(fused.run(q, k, v, y1)); });
  all.add("O0", [&] { bench::require(unfused.run(q, k, v, y2)); });
  all.add("Eigen", [&] {
    scores.noalias() = q * k.transpose();
    scores *= 0.125F;
    highest = scores.rowwise().maxCoeff();
    powers = (scores.colwise() - highest).array().exp();
    total = powers.rowwise().sum();
    scores = powers.array().colwise() / total.array();
    y3.noalias() = scores * v;
  });
  const bench::onednn::matmul first(tokens, width, tokens, q.data(), keys.data(), raw.data(), false);
  const bench::onednn::softmax then(tokens, tokens, raw.data(), shares.data());
  const bench::onednn::matmul last(tokens, tokens, width, shares.data(), v.data(), y4.data(), false);
  if constexpr (bench::onednn::found)
    all.add("oneDNN", [&] {
      first();
      then();
      last();
    });
  all.add_limit(bench::fma_limit(2.0 * 2 * tokens * tokens * width));
  all.run();
  all.expect(y1.isApprox(y3, 1e-4F) && y2.isApprox(y3, 1e-4F), "Eigen");
  if constexpr (bench::onednn::found) all.expect(y1.isApprox(y4, 1e-4F), "oneDNN");
});

}  // namespace
