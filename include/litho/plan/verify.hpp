// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "deadlock.hpp"
#include "precedence.hpp"

namespace litho::plan {

/// The first law of a plan that does not hold: which kernel, and a second kernel or buffer where there is one.
struct violation {
  const char* law = nullptr;
  int kernel = -1;
  int other = -1;

  constexpr explicit operator bool() const { return law != nullptr; }
};

/// The law, and where it does not hold: kernels as a dump names their nodes.
constexpr text_builder explain(const plan& p, const violation& found) {
  text_builder out;
  out << (found.law == nullptr ? "no violation" : found.law);
  if (found.kernel < 0) return out;
  out << ": ";
  if (const vec<int> cycle = deadlock(p); !cycle.empty())
    out << explain_deadlock(p, cycle).view();
  else
    print_name(out, p, found.kernel);
  return out;
}

namespace detail {

struct span_of_memory {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  int value = -1;  ///< in the plan's usage
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

/// Streams are there, and events join kernels of a run on different ones, in the plan's order.
constexpr violation verify_streams(const plan& p) {
  const int count = static_cast<int>(p.kernels.size());
  const int streams = p.totals.streams;
  if (streams == 1 && p.events.empty()) return {};
  if (streams > 1 && p.totals.workers > 1) return {"a plan for several workers has several streams"};
  for (int k = 0; k < count; ++k) {
    const kernel& each = p.kernels[static_cast<std::size_t>(k)];
    if (each.stream < 0 || each.stream >= streams || (each.when == binding::load && each.stream != 0))
      return {"a kernel is given to a stream that there is not", k};
  }
  for (const event& each : p.events) {
    const auto is_of_a_run = [&](int k) {
      return k >= 0 && k < count && p.kernels[static_cast<std::size_t>(k)].when == binding::run;
    };
    if (!is_of_a_run(each.after) || !is_of_a_run(each.before)) return {"an event joins no kernels of a run"};
  }
  if (const vec<int> cycle = deadlock(p); !cycle.empty())
    return {"streams wait for each other without end", cycle[0], cycle[cycle.size() > 1 ? 1 : 0]};
  for (const event& each : p.events) {
    if (each.after >= each.before) return {"an event waits for a later kernel", each.before, each.after};
    if (p.kernels[static_cast<std::size_t>(each.after)].stream ==
        p.kernels[static_cast<std::size_t>(each.before)].stream)
      return {"an event joins kernels of one stream", each.before, each.after};
  }
  return {};
}

/// What lies in the memory of another value is written when nobody else uses that memory.
constexpr violation verify_in_place(const plan& p, const precedence& known) {
  if (known.lines() == 1) return {};
  usage used(known, p.buffers.size());         // of each owner's memory so far
  usage overwritten(known, p.buffers.size());  // the same, by who writes over it
  for (int k = 0; k < static_cast<int>(p.kernels.size()); ++k) {
    const stretch<const operand> operands = p.operands_of(p.kernels[static_cast<std::size_t>(k)]);
    const auto writes_over = [&](const operand& each) { return each.written && p.at(each.buffer).shares >= 0; };
    for (const operand& each : operands) {
      if (each.scratch) continue;
      const int owner = p.owner(each.buffer);
      if (!overwritten.is_over(owner, k) || (writes_over(each) && !used.is_over(owner, k)))
        return {"a value is written over while another kernel may use it", k, each.buffer};
    }
    for (const operand& each : operands) {
      if (each.scratch) continue;
      used.add(p.owner(each.buffer), k);
      if (writes_over(each)) overwritten.add(p.owner(each.buffer), k);
    }
  }
  return {};
}

}  // namespace detail

/// Checks that kernels follow what they need, that no two values alive at once overlap in the arena, that everything
/// lies inside its memory and is aligned, that every value is written before it is read, and that every run ends.
constexpr violation verify(const plan& p) {
  if (const violation found = detail::verify_stages(p)) return found;
  if (const violation found = detail::verify_streams(p)) return found;
  const precedence known(p);
  vec<bool> written(p.buffers.size());
  for (std::size_t b = 0; b < p.buffers.size(); ++b)
    written[b] = p.buffers[b].where == place::constant || p.buffers[b].where == place::input ||
                 p.buffers[b].where == place::parameter;
  for (std::size_t k = 0; k < p.kernels.size(); ++k) {
    const int at = static_cast<int>(k);
    for (int before : p.before(p.kernels[k])) {
      if (before >= at) return {"a kernel runs before one that it needs", at, before};
      if (!known.before(before, at)) return {"a kernel runs while one that it needs does", at, before};
    }
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
  if (const violation found = detail::verify_in_place(p, known)) return found;
  const usage uses = usage_of(p, known);
  vec<detail::span_of_memory> alive;
  const auto place_span = [&](const detail::span_of_memory& added, binding when) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < alive.size(); ++i)
      if (!uses.is_over_from(alive[i].value, uses[added.value].first)) alive[kept++] = alive[i];
    alive.resize(kept);
    for (const detail::span_of_memory& each : alive)
      if (each.owner != added.owner && each.begin < added.end && added.begin < each.end &&
          !uses.ends_before(each.value, added.value))
        return false;
    alive.push_back(added);
    return added.begin >= 0 && added.end <= p.arena_of(when) && added.begin % p.target.alignment == 0;
  };
  for (std::size_t k = 0; k < p.kernels.size(); ++k) {
    const int at = static_cast<int>(k);
    const kernel& own = p.kernels[k];
    for (const operand& each : p.operands_of(own)) {
      if (each.scratch || p.at(each.buffer).where != place::arena || uses[each.buffer].first != at) continue;
      const buffer& b = p.at(each.buffer);
      if (!place_span({b.offset, b.offset + b.bytes, each.buffer, p.owner(each.buffer)}, own.when))
        return {"two values that are alive at once overlap, or one leaves the arena", at, each.buffer};
    }
    const std::int64_t begin = own.workspace_offset;
    const int workspace = static_cast<int>(p.buffers.size()) + at;
    if (own.workspace > 0 && !place_span({begin, begin + own.workspace, workspace, -2 - at}, own.when))
      return {"a workspace overlaps a value that is alive", at};
  }
  return {};
}

}  // namespace litho::plan
