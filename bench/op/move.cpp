// SPDX-License-Identifier: BSL-1.0
// Ops that only move numbers, or hardly more: transposes, and pooling in the order of elements that ONNX has.

#include <litho.hpp>

#include "../limits.hpp"
#include "../peers/onednn.hpp"

namespace {

using matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using values = Eigen::ArrayXf;

template <std::int64_t Rows, std::int64_t Columns>
struct transpose : litho::network<transpose<Rows, Columns>> {
  static constexpr auto graph() { return litho::transpose<1, 0>(litho::input<"x", float, Rows, Columns>()); }
};

template <std::int64_t Rows, std::int64_t Columns>
bool add_transpose() {
  return bench::add("transpose/" + std::to_string(Rows) + "x" + std::to_string(Columns),
                    [](benchmark::State& state, const std::string& name) {
                      static litho::instance<transpose<Rows, Columns>> net;
                      const matrix x = matrix::Random(Rows, Columns);
                      matrix ours(Columns, Rows), eigen(Columns, Rows), dnn(Columns, Rows), copied(Columns, Rows);
                      bench::contest all(state, name);
                      all.add("litho", [&] { bench::require(net.run(x, ours)); });
                      all.add("Eigen", [&] { eigen = x.transpose(); });
                      if constexpr (bench::onednn::found)
                        all.add("oneDNN", bench::onednn::transpose(Rows, Columns, x.data(), dnn.data()));
                      all.add_limit(bench::stream_limit<1>({x.data()}, copied.data(), x.size()));
                      all.run();
                      all.expect(ours == eigen, "Eigen");
                      if constexpr (bench::onednn::found) all.expect(ours == dnn, "oneDNN");
                    });
}

template <std::int64_t Channels, std::int64_t Size, std::int64_t Kernel, std::int64_t Stride, std::int64_t Pad>
struct max_pool : litho::network<max_pool<Channels, Size, Kernel, Stride, Pad>> {
  static constexpr auto graph() {
    return litho::max_pool2d<{.kernel = Kernel, .stride = Stride, .pad = Pad}>(
        litho::input<"x", float, 1, Channels, Size, Size>());
  }
};

template <std::int64_t Channels, std::int64_t Size, std::int64_t Kernel, std::int64_t Stride, std::int64_t Pad>
bool add_max_pool(const std::string& what) {
  return bench::add("max_pool/" + what, [](benchmark::State& state, const std::string& name) {
    static litho::instance<max_pool<Channels, Size, Kernel, Stride, Pad>> net;
    constexpr std::int64_t left = (Size + 2 * Pad - Kernel) / Stride + 1;
    const values x = values::Random(Channels * Size * Size);
    values ours(Channels * left * left), dnn(Channels * left * left);
    bench::contest all(state, name);
    all.add("litho", [&] { bench::require(net.run(x, ours)); });
    if constexpr (bench::onednn::found)
      all.add("oneDNN", bench::onednn::max_pool(Channels, Size, Kernel, Stride, Pad, x.data(), dnn.data()));
    all.add_limit(bench::read_limit(x.data(), x.size()));
    all.run();
    if constexpr (bench::onednn::found) all.expect((ours == dnn).all(), "oneDNN");
  });
}

[[maybe_unused]] const bool all_cases[] = {add_transpose<64, 64>(),
                                           add_transpose<128, 768>(),
                                           add_transpose<1024, 1024>(),
                                           add_transpose<100, 37>(),
                                           add_max_pool<64, 112, 3, 2, 1>("3x3s2_64x112x112"),
                                           add_max_pool<128, 28, 2, 2, 0>("2x2s2_128x28x28")};

}  // namespace
