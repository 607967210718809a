// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Core>
#include <algorithm>

/// Layers of a convolutional network in plain Eigen, one op after the other, into memory allocated beforehand: what a careful
/// user writes without a graph engine. A picture is a matrix of one row per channel.
namespace bench::eigen {

using picture = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using vector = Eigen::VectorXf;

/// 3 x 3 with a border of one zero: the picture under each tap of the window as a row of its own, then one matrix product.
struct conv3x3 {
  int height;
  int width;
  picture weight;  ///< one row per output channel
  picture columns;

  conv3x3(int rows, int columns_of_picture, picture values)
      : height(rows), width(columns_of_picture), weight(std::move(values)), columns(weight.cols(), rows * width) {}

  void operator()(const picture& x, picture& y) {
    for (int c = 0; c < x.rows(); ++c)
      for (int tap = 0; tap < 9; ++tap) unroll(&x(c, 0), &columns(c * 9 + tap, 0), tap / 3 - 1, tap % 3 - 1);
    y.noalias() = weight * columns;
  }

  /// `to` is `from` moved by so many rows and columns.
  void unroll(const float* from, float* to, int down, int right) const {
    for (int i = 0; i < height; ++i, to += width) {
      if (i + down < 0 || i + down >= height) {
        std::fill(to, to + width, 0.0F);
        continue;
      }
      const float* const row = from + (i + down) * width;
      to[0] = to[width - 1] = 0.0F;
      const int first = right < 0 ? 1 : 0;
      const int last = right > 0 ? width - 1 : width;
      std::copy(row + first + right, row + last + right, to + first);
    }
  }
};

struct batch_norm {
  vector mean;
  vector factor;
  vector bias;

  batch_norm(const vector& scale, const vector& offset, vector average, const vector& variance)
      : mean(std::move(average)), factor(scale.array() / (variance.array() + 1e-5F).sqrt()), bias(offset) {}

  void operator()(const picture& x, picture& y) const {
    y = ((x.colwise() - mean).array().colwise() * factor.array()).colwise() + bias.array();
  }
};

inline void relu(const picture& x, picture& y) { y = x.array().max(0.0F); }

/// 2 x 2, step 2.
inline void max_pool(const picture& x, int width, picture& y) {
  const int half = width / 2;
  using strided = Eigen::Map<const Eigen::ArrayXf, 0, Eigen::InnerStride<2>>;
  for (Eigen::Index c = 0; c < x.rows(); ++c)
    for (int i = 0; i * 2 < x.cols() / width; ++i) {
      const float* const from = &x(c, i * 2 * width);
      y.row(c).segment(i * half, half) = strided(from, half)
                                             .max(strided(from + 1, half))
                                             .max(strided(from + width, half))
                                             .max(strided(from + width + 1, half))
                                             .matrix()
                                             .transpose();
    }
}

/// A window per channel; the picture is copied into a zero border of one.
struct depthwise3x3 {
  int size;
  picture weight;
  picture padded = picture::Zero(weight.rows(), (size + 2) * (size + 2));

  void operator()(const picture& x, picture& y) {
    const int wide = size + 2;
    for (Eigen::Index c = 0; c < x.rows(); ++c) {
      for (int i = 0; i < size; ++i) padded.row(c).segment((i + 1) * wide + 1, size) = x.row(c).segment(i * size, size);
      for (int i = 0; i < size; ++i) {
        auto sum = y.row(c).segment(i * size, size);
        sum.setZero();
        for (int tap = 0; tap < 9; ++tap)
          sum += weight(c, tap) * padded.row(c).segment((i + tap / 3) * wide + tap % 3, size);
      }
    }
  }
};

}  // namespace bench::eigen
