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

/// The kernels (as positions in an order) during which a buffer must keep its value, from first to last; of a plan for
/// several workers also the stages, and which one of them uses it in the first and in the last stage.
struct lifetime {
  int first = -1;
  int last = -1;
  int first_stage = -1;
  int last_stage = -1;
  int first_worker = -1;  ///< -1: several
  int last_worker = -1;

  /// Whether all use of this is over when `other` begins. Kernels of one stage follow each other only if one worker
  /// runs them.
  constexpr bool ends_before(const lifetime& other) const {
    if (last_stage != other.first_stage) return last_stage < other.first_stage;
    return last_worker >= 0 && last_worker == other.first_worker && last < other.first;
  }

  constexpr void extend(const lifetime& by) {
    if (by.first < 0) return;
    if (first < 0) {
      *this = by;
      return;
    }
    if (by.first_stage < first_stage)
      first_worker = by.first_worker;
    else if (by.first_stage == first_stage && by.first_worker != first_worker)
      first_worker = -1;
    if (by.last_stage > last_stage)
      last_worker = by.last_worker;
    else if (by.last_stage == last_stage && by.last_worker != last_worker)
      last_worker = -1;
    first = by.first < first ? by.first : first;
    last = by.last > last ? by.last : last;
    first_stage = by.first_stage < first_stage ? by.first_stage : first_stage;
    last_stage = by.last_stage > last_stage ? by.last_stage : last_stage;
  }
};

/// Of one kernel alone. With one worker every kernel is a stage.
constexpr lifetime lifetime_of(const plan& p, const vec<int>& order, std::size_t position) {
  const kernel& k = p.kernels[static_cast<std::size_t>(order[position])];
  const int at = static_cast<int>(position);
  const int stage = p.totals.workers > 1 ? k.stage : at;
  const int worker = k.shares > 1 ? -1 : k.worker;
  return {at, at, stage, stage, worker, worker};
}

constexpr vec<lifetime> lifetimes(const plan& p, const vec<int>& order) {
  vec<lifetime> result(p.buffers.size());
  for (std::size_t at = 0; at < order.size(); ++at) {
    const lifetime own = lifetime_of(p, order, at);
    for (const operand& each : p.operands_of(p.kernels[static_cast<std::size_t>(order[at])]))
      if (!each.scratch) result[static_cast<std::size_t>(each.buffer)].extend(own);
  }
  return result;
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
