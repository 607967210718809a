// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho/emulator/interpret.hpp>

#include "values.hpp"

namespace graphs {

/// Whether a plan gives what its graph says, number for number, for random sources, whichever worker or stream is
/// faster.
inline bool does_what_it_says(const litho::plan::plan& p) {
  using litho::emulator::interpreter;
  const litho::vec<litho::ir::named_tensor> sources = random_sources(p.graph);
  const std::span<const litho::ir::named_tensor> given(sources.data(), sources.size());
  const litho::vec<litho::tensor> expected = litho::ir::evaluate(p.graph, given);
  const auto is_expected = [&](interpreter&& one) {
    const litho::vec<litho::tensor> found = one.run(given);
    if (found.size() != expected.size()) return false;
    for (std::size_t i = 0; i < found.size(); ++i)
      if (distance(found[i], expected[i]) != 0) return false;
    return true;
  };
  if (!is_expected(interpreter(p))) return false;
  if ((p.totals.workers > 1 || p.totals.streams > 1) && !is_expected(interpreter(p, true))) return false;
  for (unsigned seed = 1; seed <= 3 && p.totals.streams > 1; ++seed)
    if (!is_expected(interpreter(p, seed))) return false;
  return true;
}

}  // namespace graphs
