// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "plan.hpp"

namespace litho::plan {

/// The plan with its kernels in an order of their positions.
constexpr plan reordered(plan p, const vec<int>& order) {
  vec<int> position(order.size());
  vec<kernel> sorted;
  sorted.reserve(order.size());
  for (std::size_t at = 0; at < order.size(); ++at) {
    position[static_cast<std::size_t>(order[at])] = static_cast<int>(at);
    sorted.push_back(p.kernels[static_cast<std::size_t>(order[at])]);
  }
  for (int& link : p.links) link = position[static_cast<std::size_t>(link)];
  p.kernels = std::move(sorted);
  return p;
}

/// The kernels (as positions in an order) during which a buffer must keep its value, from first to last.
struct lifetime {
  int first = -1;
  int last = -1;

  constexpr void extend(const lifetime& by) {
    if (by.first < 0) return;
    first = first < 0 || by.first < first ? by.first : first;
    last = by.last > last ? by.last : last;
  }
};

constexpr vec<lifetime> lifetimes(const plan& p, const vec<int>& order) {
  vec<lifetime> result(p.buffers.size());
  for (std::size_t position = 0; position < order.size(); ++position) {
    const int at = static_cast<int>(position);
    for (const operand& each : p.operands_of(p.kernels[static_cast<std::size_t>(order[position])]))
      if (!each.scratch) result[static_cast<std::size_t>(each.buffer)].extend({at, at});
  }
  return result;
}

/// The most arena bytes that are alive during any kernel of load, or of a run, workspaces included, if one worker runs
/// them: no layout can use less.
constexpr std::int64_t live_peak(const plan& p, const vec<int>& order, binding when) {
  vec<std::int64_t> change(order.size() + 1);
  vec<lifetime> lives = lifetimes(p, order);
  for (std::size_t b = 0; b < lives.size(); ++b) {
    if (p.buffers[b].shares < 0) continue;
    lifetime& owner = lives[static_cast<std::size_t>(p.owner(static_cast<int>(b)))];
    owner.last = lives[b].last > owner.last ? lives[b].last : owner.last;
  }
  for (std::size_t b = 0; b < lives.size(); ++b) {
    if (p.buffers[b].where != place::arena || p.buffers[b].shares >= 0 || lives[b].first < 0) continue;
    const std::int64_t bytes = round_up(p.buffers[b].bytes, p.target.alignment);
    change[static_cast<std::size_t>(lives[b].first)] += bytes;
    change[static_cast<std::size_t>(lives[b].last) + 1] -= bytes;
  }
  std::int64_t alive = 0;
  std::int64_t peak = 0;
  for (std::size_t at = 0; at < order.size(); ++at) {
    alive += change[at];
    const kernel& k = p.kernels[static_cast<std::size_t>(order[at])];
    const std::int64_t now = alive + round_up(k.workspace, p.target.alignment);
    if (k.when == when) peak = now > peak ? now : peak;
  }
  return peak;
}

}  // namespace litho::plan
