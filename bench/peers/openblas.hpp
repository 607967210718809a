// SPDX-License-Identifier: BSL-1.0
#pragma once

#ifdef BENCH_OPENBLAS
#include <cblas.h>
#endif

/// OpenBLAS on one thread. CMake defines BENCH_OPENBLAS where it is found.
namespace bench::openblas {

#ifdef BENCH_OPENBLAS
inline constexpr bool found = true;
inline const bool one_thread = [] {
  openblas_set_num_threads(1);
  return true;
}();

/// c = a b, all row-major.
inline void matmul(int rows, int inner, int columns, const float* a, const float* b, float* c) {
  if (rows == 1) return cblas_sgemv(CblasRowMajor, CblasTrans, inner, columns, 1, b, columns, a, 1, 0, c, 1);
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, rows, columns, inner, 1, a, inner, b, columns, 0, c, columns);
}
#else
inline constexpr bool found = false;
inline void matmul(int, int, int, const float*, const float*, float*) {}
#endif

}  // namespace bench::openblas
