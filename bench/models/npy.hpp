// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace bench {

/// An array as NumPy stores it: format 1.0, little-endian, row-major.
struct array {
  std::vector<std::int64_t> dims;
  int type = 0;  ///< of its elements: ONNX's number
  std::vector<char> bytes;
};

inline array read_npy(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string all(std::istreambuf_iterator<char>(file), {});
  if (all.size() < 10 || all.compare(0, 8, std::string("\x93NUMPY\x01\x00", 8)) != 0)
    throw std::runtime_error(path + " is no array of NumPy's format 1.0");
  const std::size_t end = 10 + static_cast<unsigned char>(all[8]) + 256U * static_cast<unsigned char>(all[9]);
  const std::string header = all.substr(10, end - 10);
  array result;
  const std::string element = header.substr(header.find("'descr': '") + 10, 3);
  const struct {
    const char* name;
    int type;
  } known[] = {{"<f4", 1}, {"|u1", 2}, {"|i1", 3}, {"<i4", 6}, {"<i8", 7}, {"|b1", 9}};
  for (const auto& [name, type] : known)
    if (element == name) result.type = type;
  if (result.type == 0) throw std::runtime_error(path + " has elements " + element);
  const std::size_t shape = header.find('(') + 1;
  std::string dims = header.substr(shape, header.find(')') - shape);
  for (std::size_t comma; !dims.empty(); dims.erase(0, comma == std::string::npos ? comma : comma + 1)) {
    comma = dims.find(',');
    if (dims.find_first_of("0123456789") < comma) result.dims.push_back(std::stoll(dims));
  }
  result.bytes.assign(all.begin() + static_cast<std::ptrdiff_t>(end), all.end());
  return result;
}

}  // namespace bench
