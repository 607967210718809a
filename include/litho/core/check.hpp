// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "shape.hpp"

namespace litho {

/// Why a shape rule refused its inputs. `what` may hold {left}, {right}, {a} and {b}; the text is only put together when
/// somebody reads it, since rules run once per node and pass.
struct fault {
  const char* what = nullptr;
  tensor_type left{};
  tensor_type right{};
  std::int64_t a = 0;
  std::int64_t b = 0;

  constexpr explicit operator bool() const { return what != nullptr; }
};

/// What a shape rule gives: the type of the output, or a fault.
struct inferred {
  tensor_type type{};
  fault error{};

  constexpr inferred(const tensor_type& of) : type(of) {}  // NOLINT: a rule simply returns either of the two
  constexpr inferred(const fault& why) : error(why) {}     // NOLINT
  constexpr bool ok() const { return !error; }
};

/// "litho::matmul: inner sizes differ: lhs f32[2,3], rhs f32[4,5] (3 vs 4)"
constexpr text_builder explain(std::string_view op, const fault& why) {
  text_builder out;
  out << "litho::" << op << ": ";
  std::string_view rest = why.what == nullptr ? "no fault" : why.what;
  while (!rest.empty()) {
    const std::size_t open = rest.find('{');
    out << rest.substr(0, open);
    if (open == std::string_view::npos) break;
    const std::size_t close = rest.find('}', open);
    const std::string_view field = rest.substr(open + 1, close - open - 1);
    if (field == "left") out << why.left;
    if (field == "right") out << why.right;
    if (field == "a") out << why.a;
    if (field == "b") out << why.b;
    rest.remove_prefix(close + 1);
  }
  return out;
}

/// A text of fixed size that a compiler prints when it is a template argument. Clang cuts a character array there at 36
/// characters and prints one that is not full as numbers, so the text is held in lines, broken between words and filled up
/// with spaces (docs/why/003).
struct message {
#if defined(__clang__)
  static constexpr std::size_t width = 35;
  static constexpr std::size_t height = 8;
#else
  static constexpr std::size_t width = 279;
  static constexpr std::size_t height = 1;
#endif
  char lines[height][width + 1]{};

  constexpr message() = default;
  constexpr bool empty() const { return lines[0][0] == 0; }
  constexpr explicit message(std::string_view text) {
    for (std::size_t line = 0; line < height && !text.empty(); ++line) {
      std::size_t length = text.size();
      if (length > width) {
        const std::size_t space = text.rfind(' ', width - 1);
        length = space == std::string_view::npos ? width : space + 1;
      }
      for (std::size_t i = 0; i < length; ++i) lines[line][i] = text[i];
      for (std::size_t i = length; height > 1 && i < width; ++i) lines[line][i] = ' ';
      text.remove_prefix(length);
    }
  }
};

/// Instantiating it with Ok == false is the compile error that shows Text to the user.
template <bool Ok, message Text>
struct require {
  static_assert(Ok, "litho: the reason stands in the template argument of litho::require");
  static constexpr bool value = Ok;
};

}  // namespace litho
