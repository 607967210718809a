// SPDX-License-Identifier: BSL-1.0
#include <litho/core/check.hpp>

#include "../catch.hpp"

namespace litho {
namespace {

constexpr tensor_type f32(shape dims) { return {.element = dtype::f32, .dims = dims}; }

constexpr bool explains() {
  const fault why{"inner sizes differ: lhs {left}, rhs {right} ({a} vs {b})", f32({2, 3}), f32({4, 5}), 3, 4};
  return explain("matmul", why).view() == "litho::matmul: inner sizes differ: lhs f32[2,3], rhs f32[4,5] (3 vs 4)" &&
         explain("relu", fault{}).view() == "litho::relu: no fault" && !inferred(why).ok() && inferred(f32({1})).ok();
}

constexpr std::string_view trimmed(std::string_view line) {
  while (!line.empty() && line.back() == ' ') line.remove_suffix(1);
  return line;
}

/// The lines of a message, put together again, are its text; a line that is used at all is full where there are several.
constexpr bool keeps(std::string_view text) {
  const message shown(text);
  text_builder out;
  for (const auto& line : shown.lines) {
    const std::string_view view = line;
    if (view.empty()) continue;
    if (message::height > 1 && view.size() != message::width) return false;
    if (out.size() > 0) out << ' ';
    out << trimmed(view);
  }
  return out.view() == text;
}
constexpr bool messages() {
  return keeps("") && keeps("litho::flatten: axis 7 is outside of f32[2,4,6,6] (rank 4)") &&
         keeps("litho::matmul: inner sizes differ: lhs f32[2,3], rhs f32[4,5] (3 vs 4)");
}

TEST_CASE("check") {
  STATIC_REQUIRE(explains());
  REQUIRE(explains());
  STATIC_REQUIRE(messages());
  REQUIRE(messages());
  STATIC_REQUIRE(require<true, message{}>::value);
}

}  // namespace
}  // namespace litho
