// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../limits.hpp"

/// What libraries of fixed-size matrices compile a small product to: everything unrolled, sums in registers, no
/// packing.
namespace bench::unrolled {

/// c = a b, row-major; columns a multiple of a packet.
template <int Rows, int Inner, int Columns>
EIGEN_ALWAYS_INLINE void matmul(const float* a, const float* b, float* c) {
  static_assert(Columns % packet_size == 0);
  constexpr int rows_at_once = Rows % 8 == 0 ? 8 : 1;
#pragma GCC unroll 16
  for (int column = 0; column < Columns; column += packet_size) {
#pragma GCC unroll 16
    for (int row = 0; row < Rows; row += rows_at_once) {
      packet sums[rows_at_once];
#pragma GCC unroll 8
      for (int i = 0; i < rows_at_once; ++i) sums[i] = Eigen::internal::pset1<packet>(0.0F);
#pragma GCC unroll 64
      for (int k = 0; k < Inner; ++k) {
        const packet values = Eigen::internal::ploadu<packet>(b + k * Columns + column);
#pragma GCC unroll 8
        for (int i = 0; i < rows_at_once; ++i)
          sums[i] = Eigen::internal::pmadd(Eigen::internal::pset1<packet>(a[(row + i) * Inner + k]), values, sums[i]);
      }
#pragma GCC unroll 8
      for (int i = 0; i < rows_at_once; ++i) Eigen::internal::pstoreu(c + (row + i) * Columns + column, sums[i]);
    }
  }
}

}  // namespace bench::unrolled
