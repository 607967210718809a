// SPDX-License-Identifier: BSL-1.0
// softmax and layer norm of each of 128 rows of 768, written from their parts: reductions along the lanes, whose results the
// same row needs. Fused each is one kernel that keeps a row in the first-level cache.

#include <litho.hpp>

#include "../limits.hpp"
#include "../peers/onednn.hpp"

namespace {

constexpr int rows = 128;
constexpr int columns = 768;

struct softmax : litho::network<softmax> {
  static constexpr auto graph() {
    constexpr auto x = litho::input<"x", float, rows, columns>();
    constexpr auto powers = litho::exp(x - litho::reduce_max<{.axes = {-1}, .keep = true}>(x));
    return powers / litho::reduce_sum<{.axes = {-1}, .keep = true}>(powers);
  }
};

struct layer_norm : litho::network<layer_norm> {
  static constexpr auto graph() {
    constexpr auto x = litho::input<"x", float, rows, columns>();
    constexpr auto centred = x - litho::reduce_mean<{.axes = {-1}, .keep = true}>(x);
    constexpr auto variance = litho::reduce_mean<{.axes = {-1}, .keep = true}>(litho::square(centred));
    constexpr auto normal = centred * litho::rsqrt(variance + litho::scalar<1e-5>);
    return normal * litho::param<"scale", float, columns>() + litho::param<"bias", float, columns>();
  }
};

using matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using column = Eigen::VectorXf;
using row = Eigen::RowVectorXf;

[[maybe_unused]] const bool softmax_case =
    bench::add("softmax/128x768", [](benchmark::State& state, const std::string& name) {
      static litho::instance<softmax> fused;
      static litho::instance<litho::with_options<softmax, litho::O0>> unfused;
      const matrix x = matrix::Random(rows, columns);
      matrix y1(rows, columns), y2(rows, columns), y3(rows, columns), y4(rows, columns), copied(rows, columns);
      matrix centred(rows, columns), powers(rows, columns);
      column highest(rows), total(rows);
      bench::contest all(state, name);
      all.add("litho", [&] { bench::require(fused.run(x, y1)); });
      all.add("O0", [&] { bench::require(unfused.run(x, y2)); });
      all.add("Eigen", [&] {
        highest = x.rowwise().maxCoeff();
        centred = x.colwise() - highest;
        powers = centred.array().exp();
        total = powers.rowwise().sum();
        y3 = powers.array().colwise() / total.array();
      });
      if constexpr (bench::onednn::found) all.add("oneDNN", bench::onednn::softmax(rows, columns, x.data(), y4.data()));
      all.add_limit(bench::stream_limit<1>({x.data()}, copied.data(), x.size()));
      all.add_limit(bench::exp_limit(rows * columns));
      all.run();
      all.expect(y1.isApprox(y3, 1e-4F) && y2.isApprox(y3, 1e-4F), "Eigen");
      if constexpr (bench::onednn::found) all.expect(y1.isApprox(y4, 1e-4F), "oneDNN");
    });

[[maybe_unused]] const bool norm_case =
    bench::add("layer_norm/128x768", [](benchmark::State& state, const std::string& name) {
      static litho::instance<layer_norm> fused;
      static litho::instance<litho::with_options<layer_norm, litho::O0>> unfused;
      const matrix x = matrix::Random(rows, columns);
      const row scale = row::Random(columns), bias = row::Random(columns);
      const litho::parameter_view parameters[] = {litho::view<columns>("scale", bench::values_of(scale)),
                                                  litho::view<columns>("bias", bench::values_of(bias))};
      bench::require(fused.load(parameters));
      bench::require(unfused.load(parameters));
      matrix y1(rows, columns), y2(rows, columns), y3(rows, columns), centred(rows, columns), squares(rows, columns);
      matrix normal(rows, columns), scaled(rows, columns), y4(rows, columns), copied(rows, columns);
      column mean(rows), variance(rows), factor(rows);
      bench::contest all(state, name);
      all.add("litho", [&] { bench::require(fused.run(x, y1)); });
      all.add("O0", [&] { bench::require(unfused.run(x, y2)); });
      all.add("Eigen", [&] {
        mean = x.rowwise().mean();
        centred = x.colwise() - mean;
        squares = centred.array().square();
        variance = squares.rowwise().mean();
        factor = (variance.array() + 1e-5F).rsqrt();
        normal = centred.array().colwise() * factor.array();
        scaled = normal.array().rowwise() * scale.array();
        y3 = scaled.rowwise() + bias;
      });
      if constexpr (bench::onednn::found)
        all.add("oneDNN", bench::onednn::layer_norm(rows, columns, x.data(), scale.data(), bias.data(), y4.data()));
      all.add_limit(bench::stream_limit<1>({x.data()}, copied.data(), x.size()));
      all.run();
      all.expect(y1.isApprox(y3, 1e-4F) && y2.isApprox(y3, 1e-4F), "Eigen");
      if constexpr (bench::onednn::found) all.expect(y1.isApprox(y4, 1e-4F), "oneDNN");
    });

}  // namespace
