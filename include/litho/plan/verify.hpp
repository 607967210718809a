// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "lifetime.hpp"

namespace litho::plan {

/// The first law of a plan that does not hold: which kernel, and a second kernel or buffer where there is one.
struct violation {
  const char* law = nullptr;
  int kernel = -1;
  int other = -1;

  constexpr explicit operator bool() const { return law != nullptr; }
};

namespace detail {

struct span_of_memory {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  lifetime life{};
  int owner = -1;
};

/// Stages follow each other, and workers meet between two of them unless worker 0 runs both alone.
constexpr violation verify_stages(const plan& p) {
  if (p.totals.workers == 1) return {};
  vec<bool> alone(p.kernels.size(), true);  // is worker 0 in each stage
  for (std::size_t k = 0; k < p.kernels.size(); ++k) {
    const kernel& each = p.kernels[k];
    const int at = static_cast<int>(k);
    if (each.worker < 0 || each.worker >= p.totals.workers || (each.shares != 1 && each.shares != p.totals.workers))
      return {"a kernel is given to a worker that there is not", at};
    const int least = k == 0 ? 0 : p.kernels[k - 1].stage;
    if (each.stage < least || each.stage > at || (each.meets && (k == 0 || each.stage == least)))
      return {"a stage is not in one piece", at};
    if (each.shares > 1 || each.worker != 0) alone[static_cast<std::size_t>(each.stage)] = false;
  }
  for (std::size_t k = 1; k < p.kernels.size(); ++k) {
    const kernel& each = p.kernels[k];
    const kernel& before = p.kernels[k - 1];
    if (each.stage == before.stage || each.meets || each.when != before.when) continue;
    if (!alone[static_cast<std::size_t>(each.stage)] || !alone[static_cast<std::size_t>(before.stage)])
      return {"workers do not wait for each other between two stages", static_cast<int>(k)};
  }
  return {};
}

}  // namespace detail

/// Checks that kernels follow what they need, that no two values alive at once overlap in the arena, that everything
/// lies inside its memory and is aligned, and that every value is written before it is read.
constexpr violation verify(const plan& p) {
  vec<int> order(p.kernels.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<int>(k);
  vec<bool> written(p.buffers.size());
  for (std::size_t b = 0; b < p.buffers.size(); ++b)
    written[b] = p.buffers[b].where == place::constant || p.buffers[b].where == place::input ||
                 p.buffers[b].where == place::parameter;
  for (std::size_t k = 0; k < p.kernels.size(); ++k) {
    const int at = static_cast<int>(k);
    for (int before : p.before(p.kernels[k])) {
      if (before >= at) return {"a kernel runs before one that it needs", at, before};
      if (p.at_once(at, before)) return {"a kernel runs while one that it needs does", at, before};
    }
    for (const operand& each : p.operands_of(p.kernels[k])) {
      if (each.scratch) continue;
      if (!each.written && !written[static_cast<std::size_t>(each.buffer)])
        return {"a value is read before it is written", at, each.buffer};
      if (p.kernels[k].when == binding::run && p.at(each.buffer).where == place::parameter)
        return {"a run reads the user's parameters", at, each.buffer};
    }
    for (const operand& each : p.operands_of(p.kernels[k]))
      if (each.written && p.at(each.buffer).shares >= 0 && used_meanwhile(p, at, p.owner(each.buffer)))
        return {"a value is written over while another worker reads it", at, each.buffer};
    for (const operand& each : p.operands_of(p.kernels[k]))
      if (each.written) written[static_cast<std::size_t>(each.buffer)] = true;
  }
  for (std::size_t b = 0; b < p.buffers.size(); ++b) {
    const buffer& each = p.buffers[b];
    const bool inside =
        each.offset >= 0 && each.offset + each.bytes <= p.totals.weight_bytes && each.offset % p.target.alignment == 0;
    if (each.where == place::weights && !inside) return {"a weight leaves its memory", -1, static_cast<int>(b)};
  }
  for (int output : p.outputs)
    if (!written[static_cast<std::size_t>(output)]) return {"an output is never written", -1, output};
  if (const violation found = detail::verify_stages(p)) return found;
  const vec<lifetime> lives = lifetimes(p, order);
  vec<detail::span_of_memory> alive;
  const auto place_span = [&](const detail::span_of_memory& added, binding when) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < alive.size(); ++i)
      if (alive[i].life.last_stage >= added.life.first_stage) alive[kept++] = alive[i];
    alive.resize(kept);
    for (const detail::span_of_memory& each : alive)
      if (each.owner != added.owner && each.begin < added.end && added.begin < each.end &&
          !each.life.ends_before(added.life))
        return false;
    alive.push_back(added);
    return added.begin >= 0 && added.end <= p.arena_of(when) && added.begin % p.target.alignment == 0;
  };
  for (std::size_t k = 0; k < p.kernels.size(); ++k) {
    const int at = static_cast<int>(k);
    const kernel& own = p.kernels[k];
    for (const operand& each : p.operands_of(own)) {
      if (each.scratch || p.at(each.buffer).where != place::arena) continue;
      const lifetime& life = lives[static_cast<std::size_t>(each.buffer)];
      const buffer& b = p.at(each.buffer);
      if (life.first == at && !place_span({b.offset, b.offset + b.bytes, life, p.owner(each.buffer)}, own.when))
        return {"two values that are alive at once overlap, or one leaves the arena", at, each.buffer};
    }
    const std::int64_t begin = own.workspace_offset;
    if (own.workspace > 0 && !place_span({begin, begin + own.workspace, lifetime_of(p, order, k), -2 - at}, own.when))
      return {"a workspace overlaps a value that is alive", at};
  }
  return {};
}

}  // namespace litho::plan
