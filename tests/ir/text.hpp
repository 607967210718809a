// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho/ir/evaluate.hpp>
#include <litho/ir/parse.hpp>
#include <litho/ir/print.hpp>
#include <litho/op/all.hpp>

#include "../op/values.hpp"

/// Graphs from text, for tests of rooms ir, plan and exec.
namespace litho::test {

constexpr ir::parsed read(std::string_view text) { return ir::parse(text, all_ops); }

/// The graph of a text that is one.
constexpr ir::graph graph_from(std::string_view text) {
  ir::parsed result = read(text);
  if (!result.ok()) __builtin_abort();  // no constant: in constant evaluation this is the compile error
  return std::move(result.value);
}

/// The text is a graph, which prints as the same text.
constexpr bool is_read_back(std::string_view text) {
  const ir::parsed result = read(text);
  return result.ok() && ir::print(result.value).view() == text;
}

}  // namespace litho::test
