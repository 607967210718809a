// SPDX-License-Identifier: BSL-1.0
#include "picture.hpp"

#include <fstream>
#include <sstream>
#include <string_view>

#ifdef DIGITS_PNG
#include <png.h>
#endif

namespace {

picture failed(std::string error) { return {{}, std::move(error)}; }

std::string sizes(std::uint32_t width, std::uint32_t height) {
  return std::to_string(width) + " x " + std::to_string(height);
}

picture wrong_size(std::uint32_t width, std::uint32_t height, std::uint32_t wanted_width, std::uint32_t wanted_height) {
  return failed("the picture is " + sizes(width, height) + ", not " + sizes(wanted_width, wanted_height));
}

/// The numbers of a PGM file, which white space and comments separate.
struct pgm_numbers {
  std::string_view text;
  bool good = true;

  std::uint32_t next() {
    while (!text.empty() && (is_space(text.front()) || text.front() == '#')) {
      const std::size_t end = text.front() == '#' ? text.find('\n') : 0;
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    std::uint32_t number = 0;
    std::size_t digits = 0;
    for (; digits < text.size() && digits < 9 && text[digits] >= '0' && text[digits] <= '9'; ++digits)
      number = number * 10 + static_cast<std::uint32_t>(text[digits] - '0');
    good = good && digits > 0 && (digits == text.size() || is_space(text[digits]) || text[digits] == '#');
    text.remove_prefix(digits);
    return number;
  }

  static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
};

picture read_pgm(std::string_view file, std::uint32_t width, std::uint32_t height) {
  const bool binary = file[1] == '5';
  pgm_numbers numbers{file.substr(2)};
  const std::uint32_t columns = numbers.next();
  const std::uint32_t rows = numbers.next();
  const std::uint32_t white = numbers.next();
  if (!numbers.good) return failed("not a PGM file: its header is damaged");
  if (columns != width || rows != height) return wrong_size(columns, rows, width, height);
  if (white < 1 || white > 255) return failed("white is " + std::to_string(white) + " in this PGM file, not 1 to 255");

  picture result;
  result.pixels.resize(std::size_t{width} * height);
  if (binary) {
    if (numbers.text.size() < 1 + result.pixels.size()) return failed("the PGM file ends too early");
    numbers.text.remove_prefix(1);
  }
  for (std::size_t i = 0; i < result.pixels.size(); ++i) {
    const std::uint32_t grey = binary ? static_cast<std::uint8_t>(numbers.text[i]) : numbers.next();
    if (!numbers.good) return failed("the PGM file ends too early");
    if (grey > white)
      return failed("a grey value of " + std::to_string(grey) + " is above white, " + std::to_string(white));
    result.pixels[i] = static_cast<std::uint8_t>((grey * 255 + white / 2) / white);
  }
  return result;
}

#ifdef DIGITS_PNG
picture read_png(std::string_view file, std::uint32_t width, std::uint32_t height) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_memory(&image, file.data(), file.size()) == 0)
    return failed("not a sound PNG file: " + std::string(image.message));
  if (image.width != width || image.height != height) {
    png_image_free(&image);
    return wrong_size(image.width, image.height, width, height);
  }
  image.format = PNG_FORMAT_GRAY;  // converts colours
  picture result;
  result.pixels.resize(std::size_t{width} * height);
  const png_color paper{255, 255, 255};  // under what is transparent
  if (png_image_finish_read(&image, &paper, result.pixels.data(), 0, nullptr) == 0)
    return failed("not a sound PNG file: " + std::string(image.message));
  return result;
}
#else
picture read_png(std::string_view, std::uint32_t, std::uint32_t) {
  return failed("this program was built without libpng and reads PGM files only");
}
#endif

}  // namespace

picture read_picture(const std::string& path, std::uint32_t width, std::uint32_t height) {
  const std::optional<std::string> bytes = read_file(path);
  if (!bytes) return failed("cannot be read");
  const std::string_view file = *bytes;
  if (file.starts_with("P5") || file.starts_with("P2")) return read_pgm(file, width, height);
  if (file.starts_with("\x89PNG")) return read_png(file, width, height);
  return failed("neither a PGM (P5, P2) nor a PNG file");
}

bool reads_png() {
#ifdef DIGITS_PNG
  return true;
#else
  return false;
#endif
}

std::optional<std::string> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  file.peek();  // a folder opens, but does not read
  if (!file.is_open() || file.bad()) return std::nullopt;
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return std::move(bytes).str();
}
