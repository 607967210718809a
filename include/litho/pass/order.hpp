// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../plan/lifetime.hpp"
#include "pass.hpp"

namespace litho::pass {

/// Orders the kernels of load, and those of a run, so that little memory is alive at once: of the kernels that could
/// run next, the one that frees most and takes least. Keeps the order it was given where that is no worse. Needs a
/// plan. Keeps all dependences, control edges included.
///
///   a b c d (each freed by its user, made one after the other)   ->   a, user of a, b, user of b, ...
struct order {
  static constexpr const char* name = "order";
  static constexpr bool enabled(const options& o) { return o.order; }

  static constexpr plan::plan run(plan::plan p, const context&) {
    vec<int> given(p.kernels.size());
    for (std::size_t k = 0; k < given.size(); ++k) given[k] = static_cast<int>(k);
    const vec<int> greedy = greedy_order(p);
    vec<int> chosen;
    for (binding when : {binding::load, binding::run}) {
      const vec<int>& better = plan::live_peak(p, greedy, when) < plan::live_peak(p, given, when) ? greedy : given;
      for (int k : better)
        if (p.kernels[static_cast<std::size_t>(k)].when == when) chosen.push_back(k);
    }
    return plan::reordered(std::move(p), chosen);
  }

 private:
  static constexpr vec<int> greedy_order(const plan::plan& p) {
    const std::size_t count = p.kernels.size();
    vec<int> waiting(count);          // how many kernels each still waits for
    vec<vec<int>> users(count);       // who waits for each
    vec<int> uses(p.buffers.size());  // reads left of each buffer
    for (std::size_t k = 0; k < count; ++k) {
      for (int before : p.before(p.kernels[k])) {
        ++waiting[k];
        users[static_cast<std::size_t>(before)].push_back(static_cast<int>(k));
      }
      for (const plan::operand& each : p.operands_of(p.kernels[k]))
        if (!each.written && !each.scratch) ++uses[static_cast<std::size_t>(each.buffer)];
    }
    vec<int> result;
    vec<int> ready;
    const auto finish = [&](int k) {
      result.push_back(k);
      for (const plan::operand& each : p.operands_of(p.kernels[static_cast<std::size_t>(k)]))
        if (!each.written && !each.scratch) --uses[static_cast<std::size_t>(each.buffer)];
      for (int user : users[static_cast<std::size_t>(k)])
        if (--waiting[static_cast<std::size_t>(user)] == 0) ready.push_back(user);
    };
    for (std::size_t k = 0; k < count; ++k)
      if (waiting[k] == 0) ready.push_back(static_cast<int>(k));
    while (!ready.empty()) {
      std::size_t best = 0;
      std::int64_t best_growth = 0;
      for (std::size_t i = 0; i < ready.size(); ++i) {
        const plan::kernel& k = p.kernels[static_cast<std::size_t>(ready[i])];
        const std::int64_t change = growth(p, k, uses) - (k.when == binding::load ? std::int64_t{1} << 60 : 0);
        if (i > 0 && (change > best_growth || (change == best_growth && ready[i] > ready[best]))) continue;
        best = i;
        best_growth = change;
      }
      const int chosen = ready[best];
      ready[best] = ready.back();
      ready.pop_back();
      finish(chosen);
    }
    return result;
  }

  /// Bytes that are alive after `k` and were not before.
  static constexpr std::int64_t growth(const plan::plan& p, const plan::kernel& k, const vec<int>& uses) {
    std::int64_t change = 0;
    for (const plan::operand& each : p.operands_of(k)) {
      if (each.scratch || p.at(each.buffer).where != plan::place::arena) continue;
      if (each.written)
        change += p.at(each.buffer).bytes;
      else if (uses[static_cast<std::size_t>(each.buffer)] == 1)
        change -= p.at(each.buffer).bytes;
    }
    return change;
  }
};

}  // namespace litho::pass
