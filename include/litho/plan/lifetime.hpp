// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "plan.hpp"

namespace litho::plan {

/// Puts the kernels into an order of their positions.
constexpr void reorder(plan& p, const vec<int>& order) {
  vec<int> position(order.size());
  vec<kernel> sorted;
  sorted.reserve(order.size());
  for (std::size_t at = 0; at < order.size(); ++at) {
    position[static_cast<std::size_t>(order[at])] = static_cast<int>(at);
    sorted.push_back(p.kernels[static_cast<std::size_t>(order[at])]);
  }
  for (int& link : p.links) link = position[static_cast<std::size_t>(link)];
  p.kernels = std::move(sorted);
}

/// First and last kernel (as positions in an order) during which a buffer must keep its value.
struct lifetime {
  int first = -1;
  int last = -1;
};

constexpr vec<lifetime> lifetimes(const plan& p, const vec<int>& order) {
  vec<lifetime> result(p.buffers.size());
  for (std::size_t at = 0; at < order.size(); ++at)
    for (const operand& each : p.operands_of(p.kernels[static_cast<std::size_t>(order[at])])) {
      if (each.scratch) continue;
      lifetime& life = result[static_cast<std::size_t>(each.buffer)];
      if (life.first < 0) life.first = static_cast<int>(at);
      life.last = static_cast<int>(at);
    }
  return result;
}

/// When a kernel runs: its position or, where several workers run the plan, its stage. In an order of positions first to last.
constexpr int time_of(const plan& p, const vec<int>& order, int position) {
  return p.totals.workers > 1 ? p.kernels[static_cast<std::size_t>(order[static_cast<std::size_t>(position)])].stage
                              : position;
}
/// Lifetimes in times: what is used in a stage lives for all of it, since nobody knows which of its kernels runs first.
constexpr vec<lifetime> times(const plan& p, const vec<int>& order) {
  vec<lifetime> lives = lifetimes(p, order);
  for (lifetime& each : lives)
    if (each.first >= 0) each = {time_of(p, order, each.first), time_of(p, order, each.last)};
  return lives;
}

/// Whether the memory of buffer `owner` is used by a kernel that may run while kernel `one` does.
constexpr bool used_meanwhile(const plan& p, int one, int owner) {
  if (p.totals.workers == 1) return false;
  for (std::size_t k = 0; k < p.kernels.size(); ++k) {
    if (static_cast<int>(k) == one || !p.at_once(one, static_cast<int>(k))) continue;
    for (const operand& each : p.operands_of(p.kernels[k]))
      if (!each.scratch && p.owner(each.buffer) == owner) return true;
  }
  return false;
}

/// The most arena bytes that are alive during any kernel of load, or of a run, workspaces included: no layout can use less.
constexpr std::int64_t live_peak(const plan& p, const vec<int>& order, binding when) {
  vec<std::int64_t> change(order.size() + 1);
  vec<lifetime> lives = times(p, order);
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
  for (std::size_t at = 0; at < order.size(); ++at) {
    const auto time = static_cast<std::size_t>(time_of(p, order, static_cast<int>(at)));
    const std::int64_t workspace =
        round_up(p.kernels[static_cast<std::size_t>(order[at])].workspace, p.target.alignment);
    change[time] += workspace;
    change[time + 1] -= workspace;
  }
  std::int64_t alive = 0;
  std::int64_t peak = 0;
  int time = -1;
  for (std::size_t at = 0; at < order.size(); ++at) {
    for (const int now = time_of(p, order, static_cast<int>(at)); time < now;)
      alive += change[static_cast<std::size_t>(++time)];
    if (p.kernels[static_cast<std::size_t>(order[at])].when == when) peak = alive > peak ? alive : peak;
  }
  return peak;
}

}  // namespace litho::plan
