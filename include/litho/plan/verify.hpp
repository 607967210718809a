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
  int first = 0;
  int last = 0;
  int owner = -1;
};

}  // namespace detail

/// Checks that kernels follow what they need, that no two values alive at once overlap in the arena, that everything lies inside
/// its memory and is aligned, and that every value is written before it is read.
constexpr violation verify(const plan& p) {
  vec<int> order(p.kernels.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<int>(k);
  vec<bool> written(p.buffers.size());
  for (std::size_t b = 0; b < p.buffers.size(); ++b)
    written[b] = p.buffers[b].where == place::constant || p.buffers[b].where == place::input ||
                 p.buffers[b].where == place::parameter;
  for (std::size_t k = 0; k < p.kernels.size(); ++k) {
    const int at = static_cast<int>(k);
    for (int before : p.before(p.kernels[k]))
      if (before >= at) return {"a kernel runs before one that it needs", at, before};
    for (const operand& each : p.operands_of(p.kernels[k])) {
      if (each.scratch) continue;
      if (!each.written && !written[static_cast<std::size_t>(each.buffer)])
        return {"a value is read before it is written", at, each.buffer};
      if (p.kernels[k].when == binding::run && p.at(each.buffer).where == place::parameter)
        return {"a run reads the user's parameters", at, each.buffer};
    }
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
  const vec<lifetime> lives = lifetimes(p, order);
  vec<detail::span_of_memory> alive;
  const auto place_span = [&](const detail::span_of_memory& added) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < alive.size(); ++i)
      if (alive[i].last >= added.first) alive[kept++] = alive[i];
    alive.resize(kept);
    for (const detail::span_of_memory& each : alive)
      if (each.owner != added.owner && each.begin < added.end && added.begin < each.end) return false;
    alive.push_back(added);
    const std::int64_t arena = p.arena_of(p.kernels[static_cast<std::size_t>(added.first)].when);
    return added.begin >= 0 && added.end <= arena && added.begin % p.target.alignment == 0;
  };
  for (std::size_t k = 0; k < p.kernels.size(); ++k) {
    const int at = static_cast<int>(k);
    for (const operand& each : p.operands_of(p.kernels[k])) {
      if (each.scratch || p.at(each.buffer).where != place::arena) continue;
      const lifetime& life = lives[static_cast<std::size_t>(each.buffer)];
      const buffer& b = p.at(each.buffer);
      if (life.first == at && !place_span({b.offset, b.offset + b.bytes, life.first, life.last, p.owner(each.buffer)}))
        return {"two values that are alive at once overlap, or one leaves the arena", at, each.buffer};
    }
    const kernel& each = p.kernels[k];
    if (each.workspace > 0 &&
        !place_span({each.workspace_offset, each.workspace_offset + each.workspace, at, at, -2 - at}))
      return {"a workspace overlaps a value that is alive", at};
  }
  return {};
}

}  // namespace litho::plan
