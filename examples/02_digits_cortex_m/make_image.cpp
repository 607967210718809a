// SPDX-License-Identifier: BSL-1.0
//
// make_image BOARD WEIGHTS FOLDER PICTURE...
// Runs on the host. Writes what the firmware of that board is built from into the folder: weights.image, the weights as the
// board's network wants them; pictures.bin, the pictures' grey values; and host.hpp, what the host reads in the pictures.
#include <algorithm>
#include <cstdio>
#include <fstream>

#include "../01_digits/picture.hpp"
#include "board_network.hpp"

namespace {

constexpr std::uint32_t side = 28;

litho::instance<digits> reader;  // planned for the host

int failed(const std::string& what) {
  std::fprintf(stderr, "make_image: %s\n", what.c_str());
  return 1;
}

bool write(const std::string& path, std::string_view bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return file.flush().good();
}

/// The line of host.hpp on one picture.
std::string answer(const std::string& path, const std::vector<float>& probabilities) {
  const auto digit = std::max_element(probabilities.begin(), probabilities.end()) - probabilities.begin();
  std::string line = "    {\"" + path.substr(path.find_last_of('/') + 1) + "\", " + std::to_string(digit) + ", {";
  for (float each : probabilities) {
    char number[32];
    std::snprintf(number, sizeof(number), "%aF, ", static_cast<double>(each));  // hexadecimal: exact
    line += number;
  }
  return line.substr(0, line.size() - 2) + "}},\n";
}

template <class Net>
int make(const std::string& weights, const std::string& folder, std::span<char*> pictures) {
  static litho::instance<Net> on_board;
  if (const litho::status result = on_board.load(std::as_bytes(std::span(weights))); !result)
    return failed(result.text().c_str());
  if (const litho::status result = reader.load(std::as_bytes(std::span(weights))); !result)
    return failed(result.text().c_str());

  std::string grey;
  std::string answers;
  for (const std::string path : pictures) {
    const picture read = read_picture(path, side, side);
    if (!read.error.empty()) return failed(path + ": " + read.error);
    std::vector<float> probabilities(10);
    if (const litho::status result = reader.run(read.ink(), probabilities); !result)
      return failed(result.text().c_str());
    grey.append(read.pixels.begin(), read.pixels.end());
    answers += answer(path, probabilities);
  }

  const std::string header =
      "// Written by make_image.\n"
      "#pragma once\n\n"
      "#include <cstddef>\n"
      "#include <cstdint>\n\n"
      "namespace host {\n\n"
      "inline constexpr std::uint64_t weights_layout = " +
      std::to_string(weights_layout<Net>()) +
      "U;\n"
      "inline constexpr std::size_t weight_bytes = " +
      std::to_string(Net::weight_bytes()) +
      ";\n\n"
      "struct answer {\n"
      "  const char* picture;\n"
      "  int digit;\n"
      "  float probabilities[10];\n"
      "};\n"
      "inline constexpr answer answers[] = {\n" +
      answers +
      "};\n\n"
      "}  // namespace host\n";
  const std::span<const std::byte> image = on_board.image();
  const bool written = write(folder + "/weights.image", {reinterpret_cast<const char*>(image.data()), image.size()}) &&
                       write(folder + "/pictures.bin", grey) && write(folder + "/host.hpp", header);
  return written ? 0 : failed(folder + ": cannot be written to");
}

}  // namespace

int main(int count, char** words) {
  if (count < 5) return failed("usage: make_image BOARD WEIGHTS FOLDER PICTURE...");
  const std::optional<std::string> weights = read_file(words[2]);
  if (!weights) return failed(std::string(words[2]) + ": cannot be read");
  const std::span<char*> pictures(words + 4, words + count);
  const std::string_view board = words[1];
  if (board == litho::npu::cortex_m4f.name)
    return make<digits_on<litho::npu::cortex_m4f>>(*weights, words[3], pictures);
  if (board == litho::npu::cortex_m7.name) return make<digits_on<litho::npu::cortex_m7>>(*weights, words[3], pictures);
  return failed("unknown board " + std::string(board));
}
