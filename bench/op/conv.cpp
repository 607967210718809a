// SPDX-License-Identifier: BSL-1.0
// Convolutions alone, from and to pictures in the order of elements that ONNX has. oneDNN is timed with its reorders,
// as our network is, and without them, which only a layer among others can save. Taps on the padding count as
// multiply-adds, so who leaves them out can exceed the peak.

#include <litho.hpp>
#include <vector>

#include "../limits.hpp"
#include "../peers/onednn.hpp"

namespace {

using bench::onednn::geometry;

template <geometry G>
struct layer : litho::network<layer<G>> {
  static constexpr auto graph() {
    constexpr auto x = litho::input<"x", float, 1, G.channels, G.height, G.width>();
    if constexpr (G.transposed)
      return litho::conv_transpose<{.stride = {G.stride, G.stride},
                                    .dilation = {G.dilation, G.dilation},
                                    .before = {G.pad, G.pad},
                                    .after = {G.pad, G.pad},
                                    .groups = G.groups}>(
          x, litho::param<"w", float, G.channels, G.outputs / G.groups, G.kernel, G.kernel>());
    else
      return litho::conv2d<{.stride = G.stride, .pad = G.pad, .dilation = G.dilation, .groups = G.groups}>(
          x, litho::param<"w", float, G.outputs, G.channels / G.groups, G.kernel, G.kernel>());
  }
};

template <geometry G>
bool add(const std::string& name_of_case) {
  return bench::add(name_of_case, [](benchmark::State& state, const std::string& name) {
    using values = Eigen::ArrayXf;
    static litho::instance<layer<G>> net;
    const values x = values::Random(G.channels * G.height * G.width);
    const values w = values::Random(G.channels * G.outputs / G.groups * G.kernel * G.kernel) / 16;
    const auto count = G.outputs * G.size(G.height) * G.size(G.width);
    values ours(count), whole(count), blocked(count);
    const litho::parameter_view parameters[] = {{"w", layer<G>::parameter_ports()[0].type, w.data()}};
    bench::require(net.load(parameters));
    bench::contest all(state, name);
    all.add("litho", [&] { bench::require(net.run(x, ours)); });
    bench::onednn::convolution with(G, x.data(), w.data(), whole.data(), true);
    bench::onednn::convolution without(G, x.data(), w.data(), blocked.data(), false);
    if constexpr (bench::onednn::found) {
      all.add("oneDNN", with);
      all.add("oneDNN_blocked", without);
    }
    all.add_limit(bench::fma_limit(G.flops()));
    all.run();
    if constexpr (bench::onednn::found) {
      without.finish();
      all.expect(ours.isApprox(whole, 1e-4F) && ours.isApprox(blocked, 1e-4F), "oneDNN");
    }
  });
}

constexpr geometry square(std::int64_t channels, std::int64_t size, std::int64_t outputs, std::int64_t kernel) {
  return {.channels = channels, .height = size, .width = size, .outputs = outputs, .kernel = kernel, .pad = kernel / 2};
}
constexpr geometry strided(geometry g, std::int64_t stride) {
  g.stride = stride;
  return g;
}
constexpr geometry dilated(geometry g, std::int64_t dilation) {
  g.dilation = dilation;
  g.pad = dilation * (g.kernel / 2);
  return g;
}
constexpr geometry grouped(geometry g, std::int64_t groups) {
  g.groups = groups;
  return g;
}
constexpr geometry depthwise(std::int64_t channels, std::int64_t size, std::int64_t kernel) {
  return grouped(square(channels, size, channels, kernel), channels);
}
constexpr geometry depthwise(std::int64_t channels, std::int64_t height, std::int64_t width, std::int64_t kernel) {
  geometry g = depthwise(channels, height, kernel);
  g.width = width;
  return g;
}
constexpr geometry transposed(geometry g, std::int64_t stride, std::int64_t pad) {
  g.transposed = true;
  g.stride = stride;
  g.pad = pad;
  return g;
}

[[maybe_unused]] const bool all_cases[] = {
    add<square(64, 56, 64, 3)>("conv/3x3/64x56x56"),
    add<square(128, 28, 128, 3)>("conv/3x3/128x28x28"),
    add<square(256, 14, 256, 3)>("conv/3x3/256x14x14"),
    add<square(512, 7, 512, 3)>("conv/3x3/512x7x7"),
    add<square(64, 56, 64, 1)>("conv/1x1/64x56x56"),
    add<square(64, 56, 256, 1)>("conv/1x1/64x56x56_256"),
    add<square(128, 28, 128, 1)>("conv/1x1/128x28x28"),
    add<square(256, 14, 256, 1)>("conv/1x1/256x14x14"),
    add<square(512, 7, 512, 1)>("conv/1x1/512x7x7"),
    add<strided(square(3, 224, 32, 3), 2)>("conv/first/3x3s2_3x224x224_32"),
    add<strided(square(3, 224, 64, 7), 2)>("conv/first/7x7s2_3x224x224_64"),
    add<square(1, 28, 32, 5)>("conv/first/5x5_1x28x28_32"),
    add<depthwise(64, 56, 3)>("conv/depthwise/3x3_64x56x56"),
    add<depthwise(256, 14, 3)>("conv/depthwise/3x3_256x14x14"),
    add<depthwise(64, 25, 5, 3)>("conv/depthwise/3x3_64x25x5"),
    add<strided(depthwise(64, 56, 3), 2)>("conv/depthwise/3x3s2_64x56x56"),
    add<strided(square(64, 56, 128, 3), 2)>("conv/other/3x3s2_64x56x56_128"),
    add<strided(square(256, 56, 512, 1), 2)>("conv/other/1x1s2_256x56x56_512"),
    add<dilated(square(64, 28, 64, 3), 2)>("conv/other/3x3d2_64x28x28"),
    add<grouped(square(128, 28, 128, 3), 4)>("conv/other/3x3g4_128x28x28"),
    add<square(48, 28, 40, 3)>("conv/other/3x3_48x28x28_40"),
    add<transposed(square(64, 28, 32, 2), 2, 0)>("conv/transposed/2x2s2_64x28x28_32"),
    add<transposed(square(64, 14, 64, 4), 2, 1)>("conv/transposed/4x4s2_64x14x14"),
};

}  // namespace
