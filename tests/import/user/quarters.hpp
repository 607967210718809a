// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

/// What mnist.textproto computes, written out.
inline std::array<float, 10> quarters_scores(const std::array<float, 784>& picture) {
  std::array<float, 4> means{};
  for (std::size_t row = 0; row < 28; ++row)
    for (std::size_t column = 0; column < 28; ++column)
      means[2 * (row / 14) + column / 14] += picture[28 * row + column] / 196;
  std::array<float, 10> scores{};
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 10; ++j) scores[j] += means[i] * (static_cast<float>((7 * i + 3 * j) % 11) - 5) / 10;
  return scores;
}

inline std::array<float, 784> some_picture() {
  std::array<float, 784> picture{};
  for (std::size_t i = 0; i < picture.size(); ++i) picture[i] = static_cast<float>(i * i % 17) / 16;
  return picture;
}

inline bool agree(const std::array<float, 10>& a, const std::array<float, 10>& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!(std::fabs(a[i] - b[i]) < 1e-5F)) return false;
  return true;
}
