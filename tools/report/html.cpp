// SPDX-License-Identifier: BSL-1.0
#include "html.hpp"

#include <cstdio>

#include <litho/core/json.hpp>

namespace litho::reporter {

std::string escaped(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = litho::detail::character_length(text);
    const char c = text[0];
    if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '&')
      result += "&amp;";
    else if (c == '"')
      result += "&quot;";
    else if (length == 0 || (static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t'))
      result += '?';
    else
      result += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result;
}

std::string shortened(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  std::size_t end = most - 1;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "\u2026";
}

std::string grouped(std::int64_t number) {
  std::string digits = std::to_string(number);
  for (int at = static_cast<int>(digits.size()) - 3; at > (number < 0 ? 1 : 0); at -= 3)
    digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

std::string bytes_text(std::int64_t bytes) {
  if (bytes < 1000) return std::to_string(bytes) + " B";
  if (bytes < 999'950) return fixed(static_cast<double>(bytes) / 1e3, 1) + " KB";
  if (bytes < 999'950'000) return fixed(static_cast<double>(bytes) / 1e6, 1) + " MB";
  return fixed(static_cast<double>(bytes) / 1e9, 2) + " GB";
}

std::string scaled(std::int64_t number) {
  const auto value = static_cast<double>(number);
  if (value < 1e4) return std::to_string(number);
  if (value < 999'950) return fixed(value / 1e3, 1) + " k";
  if (value < 999'950'000) return fixed(value / 1e6, 1) + " M";
  return fixed(value / 1e9, 2) + " G";
}

std::string table_head(const std::vector<std::string>& columns) {
  std::string row = "<thead><tr>";
  for (const std::string& each : columns) {
    const bool is_number = each.starts_with('>');
    row += std::string("<th scope=\"col\"") + (is_number ? " class=\"n\">" : ">") + each.substr(is_number ? 1 : 0) +
           "</th>";
  }
  return row + "</tr></thead>\n";
}

std::string fixed(double number, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, number);
  return text;
}

}  // namespace litho::reporter
