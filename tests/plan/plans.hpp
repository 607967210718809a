// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho/plan/build.hpp>
#include <litho/plan/print.hpp>
#include <litho/plan/verify.hpp>

#include "../ir/text.hpp"

namespace litho::test {

/// The plan of a graph whose nodes have their kernels.
constexpr plan::plan planned(std::string_view text, bool views = true) {
  return plan::build(graph_from(text), device{.name = "test"}, views, nullptr);
}

/// The micro-program of a kernel, a phase a line; what is computed once a row stands in front of the bar:
///   [6,40] folds 1: (load 0) (reduce_max 0)
///   (finish 1) | (load 0) (sub 3 2) ...
constexpr text_builder program_of(const plan::plan& p, int which) {
  const plan::kernel& k = p.kernels[static_cast<std::size_t>(which)];
  text_builder out;
  out << k.extents;
  if (k.folded >= 0) out << " folds " << k.folded;
  out << ':';
  for (const plan::phase& phase : p.phases_of(k)) {
    if (phase.first_once > 0) out << '\n';
    for (int at = phase.first_once; at < phase.end; ++at) {
      if (at == phase.first_block && at > phase.first_once) out << " |";
      const plan::step& step = p.steps_of(k)[static_cast<std::size_t>(at)];
      constexpr std::string_view names[] = {"load", "main", "apply", "fold", "finish", "store"};
      const bool is_op = step.kind == plan::step_kind::apply || step.kind == plan::step_kind::fold;
      out << " (" << (is_op ? step.op->view() : names[static_cast<int>(step.kind)]);
      for (int input : step.inputs)
        if (input >= 0) out << ' ' << input;
      if (step.operand >= 0) out << (step.kind == plan::step_kind::load ? " from " : " to ") << step.operand;
      out << ')';
      if (step.once != (at < phase.first_block)) out << '!';
    }
    if (phase.first_block == phase.end) out << " |";
  }
  return out;
}

/// How a kernel's operand walks: elements per step of each loop.
constexpr ints walk_of(const plan::plan& p, int kernel, int operand) {
  return p.operands_of(p.kernels[static_cast<std::size_t>(kernel)])[static_cast<std::size_t>(operand)].strides;
}

}  // namespace litho::test
