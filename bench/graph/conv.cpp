// SPDX-License-Identifier: BSL-1.0
// A 3 x 3 convolution with batch-norm and relu, 64 to 64 channels of 56 x 56: a layer of ResNet-50.

#include <litho.hpp>

#include "../limits.hpp"
#include "eigen_ops.hpp"

namespace {

constexpr int channels = 64;
constexpr int size = 56;

struct layer : litho::network<layer> {
  static constexpr auto graph() {
    constexpr auto x = litho::input<"x", float, 1, channels, size, size>();
    constexpr auto h = litho::conv2d<"conv", {.out = channels, .kernel = 3, .pad = 1, .bias = false}>(x);
    return litho::relu(litho::batch_norm<"bn">(h));
  }
};

[[maybe_unused]] const bool conv =
    bench::add("conv3x3_bn_relu/64x56x56", [](benchmark::State& state, const std::string& name) {
      using bench::eigen::picture;
      using bench::eigen::vector;
      static litho::instance<layer> fused;
      static litho::instance<litho::with_options<layer, litho::O0>> unfused;
      const picture x = picture::Random(channels, size * size);
      const picture weight = picture::Random(channels, channels * 9) / 16;
      const vector scale = vector::Random(channels);
      const vector bias = vector::Random(channels);
      const vector mean = vector::Random(channels);
      const vector variance = vector::Random(channels).array() + 1.5F;
      const litho::parameter_view parameters[] = {
          litho::view<channels, channels, 3, 3>("conv.weight", bench::values_of(weight)),
          litho::view<channels>("bn.weight", bench::values_of(scale)),
          litho::view<channels>("bn.bias", bench::values_of(bias)),
          litho::view<channels>("bn.running_mean", bench::values_of(mean)),
          litho::view<channels>("bn.running_var", bench::values_of(variance))};
      bench::require(fused.load(parameters));
      bench::require(unfused.load(parameters));
      bench::eigen::conv3x3 convolve(size, size, weight);
      const bench::eigen::batch_norm normalise(scale, bias, mean, variance);
      picture y1(channels, size * size), y2(channels, size * size), y3(channels, size * size);
      picture sums(channels, size * size), normal(channels, size * size);
      bench::report(
          state, name, [&] { bench::require(fused.run(x, y1)); }, [&] { bench::require(unfused.run(x, y2)); },
          [&] {
            convolve(x, sums);
            normalise(sums, normal);
            bench::eigen::relu(normal, y3);
          },
          bench::fma_limit(2.0 * static_cast<double>(layer::stats().multiply_adds)));
      if (!y1.isApprox(y3, 1e-4F) || !y2.isApprox(y3, 1e-4F)) state.SkipWithError("results differ");
    });

}  // namespace
