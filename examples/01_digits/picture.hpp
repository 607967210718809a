// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Grey values row by row, 0 black and 255 white; or the reason why there are none.
struct picture {
  std::vector<std::uint8_t> pixels;
  std::string error;

  /// What the network wants: ink 1, paper 0.
  std::vector<float> ink() const {
    std::vector<float> result(pixels.size());
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = 1 - static_cast<float>(pixels[i]) / 255;
    return result;
  }
};

/// Reads a file that holds a picture of just that size: PGM (P5 or P2) or, where the program was built with libpng, PNG.
picture read_picture(const std::string& path, std::uint32_t width, std::uint32_t height);

/// Whether the program was built with libpng.
bool reads_png();

/// The whole file, if it can be read.
std::optional<std::string> read_file(const std::string& path);
