// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Core>

#include "banks.hpp"

namespace litho::emulator {

/// The Cube: products of fractals, in float sums.
class cube {
 public:
  explicit cube(banks& in) : in_(in) {}

  void multiply(const task::multiply& each) {
    const location left{memory::l0a, -1, each.left};
    const location right{memory::l0b, -1, each.right};
    const location sum{memory::l0c, -1, each.sum};
    for (const location& at : {left, right, sum}) in_.check_alignment(at);
    const std::int64_t size = size_of(each.element);
    const std::int64_t inner = task::fractal_inner(each.element);
    const std::int64_t steps = each.k / inner;
    const std::byte* const a = in_.access(left, 0, std::int64_t{each.m} * each.k * size, false);
    const std::byte* const b = in_.access(right, 0, std::int64_t{each.k} * each.n * size, false);
    const std::int64_t sum_bytes = std::int64_t{each.m} * each.n * 4;
    if (each.accumulates) in_.access(sum, 0, sum_bytes, false);
    std::byte* const c = in_.access(sum, 0, sum_bytes, true);
    if (a == nullptr || b == nullptr || c == nullptr) return;
    matrix rows(each.m, each.k);
    for (std::int64_t m = 0; m < each.m; ++m)
      for (std::int64_t s = 0; s < steps; ++s)
        for (std::int64_t i = 0; i < inner; ++i) {
          const std::int64_t at = ((m / task::fractal * steps + s) * task::fractal + m % task::fractal) * inner + i;
          rows(m, s * inner + i) = float_of(a, each.element, at);
        }
    matrix columns(each.k, each.n);
    for (std::int64_t s = 0; s < steps; ++s)
      for (std::int64_t n = 0; n < each.n; ++n)
        for (std::int64_t i = 0; i < inner; ++i)
          columns(s * inner + i, n) = float_of(b, each.element, (s * each.n + n) * inner + i);
    for (std::int64_t n = 0; n < each.n; n += task::fractal) {
      Eigen::Map<Eigen::Matrix<float, Eigen::Dynamic, task::fractal, Eigen::RowMajor>> sums(
          reinterpret_cast<float*>(c) + n * each.m, each.m, task::fractal);
      if (each.accumulates)
        sums.noalias() += rows * columns.middleCols<task::fractal>(n);
      else
        sums.noalias() = rows * columns.middleCols<task::fractal>(n);
    }
  }

 private:
  using memory = task::memory;
  using location = task::location;

  using matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  static float float_of(const std::byte* from, dtype element, std::int64_t at) {
    if (element == dtype::f32) {
      float value = 0;
      std::memcpy(&value, from + at * 4, 4);
      return value;
    }
    if (element == dtype::f16) {
      Eigen::half value;
      std::memcpy(&value, from + at * 2, 2);
      return static_cast<float>(value);
    }
    return static_cast<float>(static_cast<double>(interpreter::get(from, element, at)));
  }

  banks& in_;
};

}  // namespace litho::emulator
