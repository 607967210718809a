// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <litho/expr/layers.hpp>
#include <litho/expr/lower.hpp>
#include <litho/expr/operators.hpp>
#include <litho/ir/print.hpp>
#include <litho/ir/verify.hpp>
#include <litho/op/all.hpp>

#include "../catch.hpp"

namespace litho::test {

template <class Result>
consteval std::size_t lowered_size() {
  return ir::print(lower<Result>()).size();
}
template <class Result>
consteval auto lowered_characters() {
  std::array<char, lowered_size<Result>()> result{};
  const text_builder text = ir::print(lower<Result>());
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = text.view()[i];
  return result;
}
template <class Result>
inline constexpr auto lowered_text = lowered_characters<Result>();

/// The graph of what a network's graph() might return, as text.
template <class Result>
constexpr std::string_view lowered(Result) {
  return {lowered_text<Result>.data(), lowered_text<Result>.size()};
}

/// The lowered graph obeys all laws.
template <class Result>
consteval bool is_sound(Result) {
  return !ir::verify(lower<Result>());
}

/// Two expressions are one node.
template <class A, class B>
consteval bool is_one(A, B) {
  return A::node.hash == B::node.hash;
}

}  // namespace litho::test
