// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

inline std::vector<char> contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The elements of a .npy file (NumPy array format 1.0), whose type the reader knows.
template <class T>
std::vector<T> read_npy(const std::string& path) {
  const std::vector<char> bytes = contents(path);
  const std::size_t before_data =
      10 + static_cast<unsigned char>(bytes.at(8)) + 256 * static_cast<unsigned char>(bytes.at(9));
  std::vector<T> elements((bytes.size() - before_data) / sizeof(T));
  std::memcpy(elements.data(), bytes.data() + before_data, elements.size() * sizeof(T));
  return elements;
}
