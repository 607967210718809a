// SPDX-License-Identifier: BSL-1.0
// Products of matrices and of a vector with a matrix, alone: with weights that a network packs when it loads them, and
// with two inputs that have to be taken as they come.

#include <litho.hpp>

#include "../limits.hpp"
#include "../peers/onednn.hpp"
#include "../peers/openblas.hpp"
#include "../peers/unrolled.hpp"

namespace {

template <std::int64_t Rows, std::int64_t Inner, std::int64_t Columns>
struct of_weights : litho::network<of_weights<Rows, Inner, Columns>> {
  static constexpr auto graph() {
    return litho::matmul(litho::input<"a", float, Rows, Inner>(), litho::param<"b", float, Inner, Columns>());
  }
};

template <std::int64_t Rows, std::int64_t Inner, std::int64_t Columns>
struct of_inputs : litho::network<of_inputs<Rows, Inner, Columns>> {
  static constexpr auto graph() {
    return litho::matmul(litho::input<"a", float, Rows, Inner>(), litho::input<"b", float, Inner, Columns>());
  }
};

using matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The peers over the same arrays; each writes to a matrix of its own.
template <int Rows, int Inner, int Columns>
struct peers {
  matrix a = matrix::Random(Rows, Inner), b = matrix::Random(Inner, Columns) / 4;
  matrix ours{Rows, Columns}, eigen{Rows, Columns}, blas{Rows, Columns}, dnn{Rows, Columns}, unrolled{Rows, Columns};

  void enter(bench::contest& all, bool packed) {
    if constexpr (bench::onednn::found)
      all.add("oneDNN", bench::onednn::matmul(Rows, Inner, Columns, a.data(), b.data(), dnn.data(), packed));
    if constexpr (bench::openblas::found)
      all.add("OpenBLAS", [this] { bench::openblas::matmul(Rows, Inner, Columns, a.data(), b.data(), blas.data()); });
    all.add("Eigen", [this] { eigen.noalias() = a * b; });
    if constexpr (Rows == 16 && Columns == 16)
      all.add("unrolled",
              [this] { bench::unrolled::matmul<Rows, Inner, Columns>(a.data(), b.data(), unrolled.data()); });
    if constexpr (Rows == 1)
      all.add_limit(bench::read_limit(b.data(), b.size()));
    else
      all.add_limit(bench::fma_limit(2.0 * Rows * Inner * Columns));
  }

  void compare(bench::contest& all) const {
    all.expect(ours.isApprox(eigen, 1e-4F), "Eigen");
    if constexpr (bench::onednn::found) all.expect(ours.isApprox(dnn, 1e-4F), "oneDNN");
    if constexpr (bench::openblas::found) all.expect(ours.isApprox(blas, 1e-4F), "OpenBLAS");
    if constexpr (Rows == 16 && Columns == 16) all.expect(ours.isApprox(unrolled, 1e-4F), "the unrolled product");
  }
};

template <int Rows, int Inner, int Columns>
bool add(const std::string& size) {
  bench::add("matmul/weights/" + size, [](benchmark::State& state, const std::string& name) {
    static litho::instance<of_weights<Rows, Inner, Columns>> net;
    static peers<Rows, Inner, Columns> others;
    const litho::parameter_view parameters[] = {litho::view<Inner, Columns>("b", bench::values_of(others.b))};
    bench::require(net.load(parameters));
    bench::contest all(state, name);
    all.add("litho", [] { bench::require(net.run(others.a, others.ours)); });
    others.enter(all, true);
    all.run();
    others.compare(all);
  });
  return bench::add("matmul/inputs/" + size, [](benchmark::State& state, const std::string& name) {
    static litho::instance<of_inputs<Rows, Inner, Columns>> net;
    static peers<Rows, Inner, Columns> others;
    bench::contest all(state, name);
    all.add("litho", [] { bench::require(net.run(others.a, others.b, others.ours)); });
    others.enter(all, false);
    all.run();
    others.compare(all);
  });
}

[[maybe_unused]] const bool products[] = {add<16, 16, 16>("16x16x16"),       add<64, 64, 64>("64x64x64"),
                                          add<256, 256, 256>("256x256x256"), add<1024, 1024, 1024>("1024x1024x1024"),
                                          add<100, 37, 51>("100x37x51"),     add<31, 129, 67>("31x129x67")};

// Matrices of 24 KiB, 512 KiB and 4 MiB lie in the first, second and third level of most processors' caches.
[[maybe_unused]] const bool vectors[] = {add<1, 64, 96>("1x64x96"), add<1, 256, 512>("1x256x512"),
                                         add<1, 1024, 1024>("1x1024x1024")};

}  // namespace
