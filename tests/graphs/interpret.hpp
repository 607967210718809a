// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho/emulator/interpret.hpp>

#include "values.hpp"

namespace graphs {

/// Whether a plan gives what its graph says, number for number, for random sources, whichever worker is faster.
inline bool does_what_it_says(const litho::plan::plan& p) {
  const litho::vec<litho::ir::named_tensor> sources = random_sources(p.graph);
  const std::span<const litho::ir::named_tensor> given(sources.data(), sources.size());
  const litho::vec<litho::tensor> expected = litho::ir::evaluate(p.graph, given);
  for (const bool last_worker_first : {false, true}) {
    if (last_worker_first && p.totals.workers == 1) continue;
    const litho::vec<litho::tensor> found = litho::emulator::interpreter(p, last_worker_first).run(given);
    if (found.size() != expected.size()) return false;
    for (std::size_t i = 0; i < found.size(); ++i)
      if (distance(found[i], expected[i]) != 0) return false;
  }
  return true;
}

}  // namespace graphs
