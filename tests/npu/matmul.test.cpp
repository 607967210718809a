// SPDX-License-Identifier: BSL-1.0
#include <litho/npu/matmul.hpp>

#include "reference.hpp"

using namespace litho;
using npu::matrix_product;

namespace {

/// plain [batch,K,N] as fractal_nz (batch, N1, K, N0), zero in the padding.
template <class T>
std::vector<T> fractal_nz(const std::vector<T>& from, int batch, int inner, int columns, int lanes) {
  std::vector<T> result;
  for (int b = 0; b < batch; ++b)
    for (int n1 = 0; n1 < columns; n1 += lanes)
      for (int k = 0; k < inner; ++k)
        for (int n = n1; n < n1 + lanes; ++n)
          result.push_back(n < columns ? from[static_cast<std::size_t>((b * inner + k) * columns + n)] : T(0));
  return result;
}

enum class side { plain, packed, transposed };

/// One size with the right side as it comes, packed, or transposed. `shared`: one right matrix for the batch. `wide`: blocks
/// of a packed right side that lie side by side.
template <class T, int Batch, int M, int K, int N, side Side, bool Shared = false, int Wide = 1>
void check() {
  INFO(Batch << " x [" << M << "," << K << "] [" << K << "," << N << "], side " << int(Side) << ", wide " << Wide);
  constexpr int lanes = npu::c0(npu::default_device, dtype_of<T>::value);
  constexpr int right_lanes = lanes * Wide;
  constexpr int stored = Side == side::packed ? K * ((N + right_lanes - 1) / right_lanes * right_lanes) : K * N;
  constexpr matrix_product g{.batch = Batch,
                             .rows = M,
                             .inner = K,
                             .columns = N,
                             .left_step = M * K,
                             .right_step = Shared ? 0 : stored,
                             .right = Side == side::packed ? format::fractal_nz : format::plain,
                             .transposed = Side == side::transposed,
                             .lanes = lanes,
                             .right_lanes = right_lanes};
  const int rights = Shared ? 1 : Batch;
  const auto left = reference::numbers<T>(Batch * M * K);
  const auto right = reference::numbers<T>(rights * K * N);
  std::vector<T> given = right;
  if (Side == side::packed) given = fractal_nz(right, rights, K, N, right_lanes);
  if (Side == side::transposed)
    for (int b = 0; b < rights; ++b)
      for (int k = 0; k < K; ++k)
        for (int n = 0; n < N; ++n)
          given[static_cast<std::size_t>((b * N + n) * K + k)] = right[static_cast<std::size_t>((b * K + k) * N + n)];
  std::vector<double> expected;
  for (int b = 0; b < Batch; ++b)
    for (int m = 0; m < M; ++m)
      for (int n = 0; n < N; ++n) {
        double sum = 0;
        for (int k = 0; k < K; ++k)
          sum += double(left[static_cast<std::size_t>((b * M + m) * K + k)]) *
                 double(right[static_cast<std::size_t>(((Shared ? 0 : b) * K + k) * N + n)]);
        expected.push_back(sum);
      }
  auto workspace = reference::garbage<T>(npu::workspace_elements(g, dtype_of<T>::value));
  reference::collector<T> result{Batch, 1, M * N};
  npu::matmul<T, g>(left.data(), given.data(), workspace.data(), result.plain(N));
  result.compare(expected, K);
}

}  // namespace

TEST_CASE("a product with a packed right side") {
  check<float, 1, 64, 64, 64, side::packed>();
  check<float, 2, 33, 17, 70, side::packed>();
  check<float, 2, 5, 40, 9, side::packed, true>();
  check<float, 1, 1, 100, 10, side::packed>();
  check<float, 1, 1, 33, 300, side::packed>();
  check<float, 1, 300, 512, 20, side::packed>();  // more rows than a band
  check<double, 1, 7, 19, 21, side::packed>();
}

TEST_CASE("a product of one row with blocks side by side") {
  constexpr int most = npu::default_device.blocks_of_one_row();
  check<float, 1, 1, 64, 96, side::packed, false, most>();
  check<float, 2, 1, 33, 50, side::packed, false, most>();  // whole blocks of padding
  check<float, 3, 1, 40, 128, side::packed, true, 2>();
  check<double, 1, 1, 21, 100, side::packed, false, 3>();
}

TEST_CASE("a product with a plain right side") {
  check<float, 2, 33, 17, 70, side::plain>();
  check<float, 1, 1, 50, 150, side::plain>();
  check<float, 3, 4, 20, 32, side::plain, true>();
  check<double, 1, 20, 9, 10, side::plain>();
  check<float, 1, 300, 4100, 20, side::plain>();  // more rows than a band
}

TEST_CASE("a product with a transposed right side") {
  check<float, 2, 9, 37, 22, side::transposed>();
  check<float, 1, 1, 64, 10, side::transposed>();
  check<double, 1, 3, 5, 40, side::transposed, true>();
}
