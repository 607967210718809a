// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../plan/stages.hpp"
#include "pass.hpp"

namespace litho::pass {

/// Shares the kernels of a run among `options.workers` workers, who meet between stages: in a stage each runs its part
/// of a kernel (or of several that do not need each other), or kernels that need nothing of what the others run.
/// Kernels too small to wait for each other stay with worker 0. A plan that would gain less than a tenth stays as it
/// is.
/// Needs a plan with its order. Keeps all dependences; changes the order only where that lets branches stand side by
/// side.
///
///   conv, conv, (a1 a2 | b1 b2), add   ->   conv 1/2 | conv 1/2 | a1 a2 | add
///                                           conv 2/2 | conv 2/2 | b1 b2 |
struct share {
  static constexpr const char* name = "share";
  static constexpr bool enabled(const options& o) { return o.workers > 1; }

  static constexpr plan::plan run(plan::plan p, const context& with) {
    const int workers = with.switches.workers;
    if (workers < 2 || p.totals.workers > 1) return p;
    const plan::stages given(p, workers, with.busiest);
    const vec<int> side_by_side = given.by_earliest_begin();
    if (!side_by_side.empty()) {
      p = plan::reordered(std::move(p), side_by_side);
      const plan::stages moved(p, workers, with.busiest);
      if (moved.cycles() < 0.95 * given.cycles()) {
        moved.write(p);
        return p;
      }
      p = plan::reordered(std::move(p), inverse(side_by_side));  // a copy of the plan would cost more to compile
    }
    given.write(p);
    return p;
  }

 private:
  static constexpr vec<int> inverse(const vec<int>& order) {
    vec<int> result(order.size());
    for (std::size_t at = 0; at < order.size(); ++at)
      result[static_cast<std::size_t>(order[at])] = static_cast<int>(at);
    return result;
  }
};

}  // namespace litho::pass
