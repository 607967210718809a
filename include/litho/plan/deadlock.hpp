// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "plan.hpp"

namespace litho::plan {

/// Kernels that wait for each other without end: each for the next one, by an event or because it comes after it on its
/// stream, and the last for the first, which is the first of them in the plan. Empty if every run ends; so it is if all
/// events point forward.
constexpr vec<int> deadlock(const plan& p) {
  bool forward = true;
  for (const event& each : p.events) forward = forward && each.after < each.before;
  if (forward) return {};

  const std::size_t count = p.kernels.size();
  vec<int> previous(count, -1);  // on its stream
  vec<int> last(static_cast<std::size_t>(p.totals.streams), -1);
  for (std::size_t k = 0; k < count; ++k) {
    int& of_stream = last[static_cast<std::size_t>(p.kernels[k].stream)];
    previous[k] = of_stream;
    of_stream = static_cast<int>(k);
  }
  vec<bool> ends(count);  // whether the kernel runs at some time
  const auto waits_for = [&](int k) {
    const int before = previous[static_cast<std::size_t>(k)];
    if (before >= 0 && !ends[static_cast<std::size_t>(before)]) return before;
    for (const event& each : p.events)
      if (each.before == k && !ends[static_cast<std::size_t>(each.after)]) return each.after;
    return -1;
  };
  int stuck = -1;
  for (bool moved = true; moved;) {
    moved = false;
    stuck = -1;
    for (int k = 0; k < static_cast<int>(count); ++k) {
      if (ends[static_cast<std::size_t>(k)]) continue;
      if (waits_for(k) >= 0) {
        stuck = k;
      } else {
        ends[static_cast<std::size_t>(k)] = moved = true;
      }
    }
  }
  if (stuck < 0) return {};
  for (std::size_t step = 0; step < count; ++step) stuck = waits_for(stuck);  // onto the cycle
  for (int k = waits_for(stuck), first = stuck; k != first; k = waits_for(k)) stuck = k < stuck ? k : stuck;
  vec<int> cycle{stuck};
  for (int k = waits_for(stuck); k != stuck; k = waits_for(k)) cycle.push_back(k);
  return cycle;
}

/// The kernel as a dump names its node: "%7 conv2d".
constexpr void print_name(text_builder& out, const plan& p, int k) {
  const int root = p.kernels[static_cast<std::size_t>(k)].root;
  if (root >= 0)
    out << '%' << root << ' ' << p.graph[root].op->view();
  else
    out << "the copy of kernel " << k;
}

/// "%4 exp (stream 1) waits for %6 log (stream 0), which waits for ...": a cycle that `deadlock` found.
constexpr text_builder explain_deadlock(const plan& p, const vec<int>& cycle) {
  text_builder out;
  for (std::size_t i = 0; i <= cycle.size(); ++i) {
    const int k = cycle[i < cycle.size() ? i : 0];
    if (i > 0) out << (i > 1 ? ", which waits for " : " waits for ");
    print_name(out, p, k);
    out << " (stream " << p.kernels[static_cast<std::size_t>(k)].stream << ')';
  }
  return out;
}

}  // namespace litho::plan
