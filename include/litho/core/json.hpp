// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace litho {

namespace detail {

/// Bytes of the UTF-8 character that a text begins with, 0 where it is none.
constexpr std::size_t character_length(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const std::size_t length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (first > 0xf4 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) return 0;
  const auto second = length > 1 ? static_cast<unsigned char>(text[1]) : 0;
  const bool is_long = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
  const bool is_beyond = (first == 0xed && second > 0x9f) || (first == 0xf4 && second > 0x8f);
  return is_long || is_beyond ? 0 : length;
}

}  // namespace detail

/// A text as JSON has it, in quotes. What is not UTF-8 becomes a question mark.
inline void append_json(std::string& to, std::string_view text) {
  to += '"';
  while (!text.empty()) {
    const std::size_t length = detail::character_length(text);
    const char c = text[0];
    if (length == 0) {
      to += '?';
    } else if (c == '"' || c == '\\') {
      to += '\\';
      to += c;
    } else if (length == 1 && static_cast<unsigned char>(c) < 0x20) {
      constexpr const char* digits = "0123456789abcdef";
      to += "\\u00";
      to += digits[c >> 4];
      to += digits[c & 0xf];
    } else {
      to += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  to += '"';
}

/// An object of JSON, written member by member: json_object().add("op", "relu").add("bytes", 64).view().
class json_object {
 public:
  json_object& add(std::string_view key, std::string_view value) {
    append_json(begin(key), value);
    return *this;
  }
  json_object& add(std::string_view key, const char* value) { return add(key, std::string_view(value)); }
  json_object& add(std::string_view key, std::int64_t value) {
    append_number(begin(key), value);
    return *this;
  }
  json_object& add(std::string_view key, int value) { return add(key, std::int64_t{value}); }
  json_object& add(std::string_view key, const json_object& value) {
    begin(key) += value.view();
    return *this;
  }
  /// 12345 as 12.345.
  json_object& add_thousandths(std::string_view key, std::int64_t value) {
    std::string& to = begin(key);
    if (value < 0) to += '-';
    const std::int64_t magnitude = value < 0 ? -value : value;
    append_number(to, magnitude / 1000);
    const auto rest = static_cast<int>(magnitude % 1000);
    for (int unit = 100, left = rest; left > 0; left %= unit, unit /= 10) {
      if (unit == 100) to += '.';
      to += static_cast<char>('0' + left / unit);
    }
    return *this;
  }

  std::string view() const { return text_ + '}'; }

 private:
  std::string& begin(std::string_view key) {
    if (text_.size() > 1) text_ += ',';
    append_json(text_, key);
    return text_ += ':';
  }
  static void append_number(std::string& to, std::int64_t value) {
    char digits[24];
    to.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
  }

  std::string text_{'{'};
};

}  // namespace litho
