// SPDX-License-Identifier: BSL-1.0
// The network that reads digits (examples/01_digits) on one picture, with its trained weights.

#include <fstream>
#include <iterator>
#include <vector>

#include "../../examples/01_digits/digits_network.hpp"
#include "../limits.hpp"
#include "eigen_ops.hpp"

namespace {

using bench::eigen::picture;
using bench::eigen::vector;

/// The same layers in plain Eigen.
class in_eigen {
 public:
  explicit in_eigen(const litho::weights_blob& weights) : weights_(weights) {}

  const vector& operator()(const picture& image) {
    conv1_(image, p16x28_[0]);
    bn1_(p16x28_[0], p16x28_[1]);
    bench::eigen::relu(p16x28_[1], p16x28_[2]);
    bench::eigen::max_pool(p16x28_[2], 28, p16x14_[0]);
    depthwise_(p16x14_[0], p16x14_[1]);
    bn2_(p16x14_[1], p16x14_[2]);
    bench::eigen::relu(p16x14_[2], p16x14_[3]);
    p32x14_[0].noalias() = pointwise_ * p16x14_[3];
    bn3_(p32x14_[0], p32x14_[1]);
    bench::eigen::relu(p32x14_[1], p32x14_[2]);
    conv2_(p32x14_[2], p32x14_[3]);
    bn4_(p32x14_[3], p32x14_[4]);
    p32x14_[5] = p32x14_[4] + p32x14_[2];
    bench::eigen::relu(p32x14_[5], p32x14_[6]);
    bench::eigen::max_pool(p32x14_[6], 14, p32x7_[0]);
    conv3_(p32x7_[0], p32x7_[1]);
    bn5_(p32x7_[1], p32x7_[2]);
    bench::eigen::relu(p32x7_[2], p32x7_[3]);
    average_ = p32x7_[3].rowwise().mean();
    scores_.noalias() = fc_ * average_;
    scores_ += bias_;
    powers_ = (scores_.array() - scores_.maxCoeff()).exp();
    probabilities_ = powers_ / powers_.sum();
    return probabilities_;
  }

 private:
  picture matrix(std::string_view name) const {
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      const litho::parameter_view each = weights_[i];
      if (each.name != name) continue;
      const auto rows = each.type.dims[0];
      return Eigen::Map<const picture>(static_cast<const float*>(each.data), rows, each.type.elements() / rows);
    }
    std::abort();
  }
  bench::eigen::batch_norm norm(const std::string& name) const {
    return {matrix(name + ".weight"), matrix(name + ".bias"), matrix(name + ".running_mean"),
            matrix(name + ".running_var")};
  }

  litho::weights_blob weights_;
  bench::eigen::conv3x3 conv1_{28, 28, matrix("conv1.weight")}, conv2_{14, 14, matrix("conv2.weight")},
      conv3_{7, 7, matrix("conv3.weight")};
  bench::eigen::depthwise3x3 depthwise_{14, matrix("depthwise.weight")};
  bench::eigen::batch_norm bn1_ = norm("bn1"), bn2_ = norm("bn2"), bn3_ = norm("bn3"), bn4_ = norm("bn4"),
                           bn5_ = norm("bn5");
  picture pointwise_ = matrix("pointwise.weight"), fc_ = matrix("fc.weight");
  vector bias_ = matrix("fc.bias"), average_{32}, scores_{10}, powers_{10}, probabilities_{10};
  std::vector<picture> p16x28_{3, picture(16, 28 * 28)}, p16x14_{4, picture(16, 14 * 14)},
      p32x14_{7, picture(32, 14 * 14)}, p32x7_{4, picture(32, 7 * 7)};
};

[[maybe_unused]] const bool one = bench::add("digits", [](benchmark::State& state, const std::string& name) {
  static litho::instance<digits> fused;
  static litho::instance<litho::with_options<digits, litho::O0>> unfused;
  std::ifstream file(DIGITS_WEIGHTS, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  const auto blob = std::as_bytes(std::span(bytes));
  bench::require(fused.load(blob));
  bench::require(unfused.load(blob));
  in_eigen eigen{litho::weights_blob(blob)};
  const picture image = picture::Random(1, 28 * 28).cwiseAbs();
  vector y1(10), y2(10), y3(10);
  bench::report(
      state, name, [&] { bench::require(fused.run(image, y1)); }, [&] { bench::require(unfused.run(image, y2)); },
      [&] { y3 = eigen(image); }, bench::fma_limit(2.0 * static_cast<double>(digits::stats().multiply_adds)));
  if (!y1.isApprox(y3, 1e-4F) || !y2.isApprox(y3, 1e-4F)) state.SkipWithError("results differ");
});

}  // namespace
