// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "cost.hpp"
#include "lifetime.hpp"

namespace litho::plan {

/// The stages of a plan for several workers, chosen so that the sum of their cycles is least: of the first n kernels
/// for every n, from the best for fewer. A stage is one kernel that worker 0 runs alone; or kernels that all workers
/// share, none of which needs another; or kernels that each one worker runs, together with all that they need in this
/// stage.
class stages {
 public:
  using busiest_function = double (*)(const plan&, int kernel, int workers);

  constexpr stages(const plan& p, int workers, busiest_function busiest)
      : plan_(p),
        workers_(workers),
        count_(static_cast<int>(p.kernels.size())),
        meeting_(meeting_time * p.target.clock_mhz) {
    while (load_ < count_ && kernel_at(load_).when == binding::load) ++load_;
    for (int k = 0; k < count_; ++k) {
      const auto cycles = static_cast<double>(litho::plan::cycles(p.target, kernel_at(k)));
      const double part = k < load_ || busiest == nullptr || cycles < meeting_ ? 1 : busiest(p, k, workers);
      alone_.push_back(cycles);
      shared_.push_back(part < 1 ? cycles * part : -1);
    }
    choose();
  }

  /// Of the whole run.
  constexpr double cycles() const {
    const double alone = at(count_, false).cycles;
    const double together = at(count_, true).cycles;
    return alone < together ? alone : together;
  }

  /// Writes them into the plan they were chosen for, if they pay.
  constexpr void write(plan& p) const {
    double one = 0;
    for (int k = load_; k < count_; ++k) one += alone_[static_cast<std::size_t>(k)];
    if (cycles() > 0.9 * one || one - cycles() < waking_time * p.target.clock_mhz) return;
    p.totals.workers = workers_;
    vec<stage> found;
    bool together = at(count_, true).cycles < at(count_, false).cycles;
    for (int end = count_; end > load_;) {
      stage each = at(end, together);
      each.end = end;
      together = each.follows_together;
      end = each.begin;
      found.push_back(each);
    }
    for (int k = 0; k < load_; ++k) p.kernels[static_cast<std::size_t>(k)].stage = k;
    bool after_together = false;
    for (std::size_t i = found.size(); i-- > 0;) {
      const stage& each = found[i];
      const int number = load_ + static_cast<int>(found.size() - 1 - i);
      const bool meets = (each.how != sharing::alone || after_together) && each.begin > load_;
      after_together = each.how != sharing::alone;
      p.totals.meetings += meets ? 1 : 0;
      for (int k = each.begin; k < each.end; ++k) p.kernels[static_cast<std::size_t>(k)].stage = number;
      p.kernels[static_cast<std::size_t>(each.begin)].meets = meets;
      if (each.how == sharing::shared)
        for (int k = each.begin; k < each.end; ++k) share(p, p.kernels[static_cast<std::size_t>(k)]);
      if (each.how == sharing::apart) {
        chains of(*this, each.begin);
        for (int k = each.begin; k < each.end; ++k) of.append(k);
        of.spread(workers_);
        for (int k = each.begin; k < each.end; ++k) p.kernels[static_cast<std::size_t>(k)].worker = of.worker_of(k);
      }
    }
  }

  /// The kernels by when they could begin if there were workers enough, so that branches stand side by side. Empty if
  /// they do.
  constexpr vec<int> by_earliest_begin() const {
    vec<double> begins(static_cast<std::size_t>(count_));
    vec<int> order;
    bool changed = false;
    for (int k = 0; k < count_; ++k) {
      double& begin = begins[static_cast<std::size_t>(k)];
      for (int before : needs(k)) {
        const double end = begins[static_cast<std::size_t>(before)] + alone_[static_cast<std::size_t>(before)] + 1;
        if (before >= load_ && end > begin) begin = end;
      }
      order.push_back(k);
      for (std::size_t to = order.size() - 1;
           static_cast<int>(to) > load_ && begins[static_cast<std::size_t>(order[to - 1])] > begin; --to) {
        std::swap(order[to], order[to - 1]);
        changed = true;
      }
    }
    if (!changed) order.clear();
    return order;
  }

 private:
  /// Microseconds of a meeting: 0.1 until all have seen that the last is there, and what their parts differ by that no
  /// estimate foresees.
  static constexpr double meeting_time = 1;
  /// Microseconds until a parked thread runs: what a run must gain at least.
  static constexpr double waking_time = 50;
  /// Kernels of a stage. To look further costs compile time.
  static constexpr int most = 32;

  enum class sharing : std::uint8_t { alone, shared, apart };

  struct stage {
    double cycles = 1e300;  ///< of all kernels up to its end
    int begin = -1;
    int end = -1;
    sharing how = sharing::alone;
    bool follows_together = false;  ///< the stage before it is none of worker 0 alone
  };

  constexpr const kernel& kernel_at(int k) const { return plan_.kernels[static_cast<std::size_t>(k)]; }
  constexpr stretch<const int> needs(int k) const { return plan_.before(kernel_at(k)); }
  constexpr stage& at(int end, bool together) { return best_[2 * static_cast<std::size_t>(end) + (together ? 1 : 0)]; }
  constexpr const stage& at(int end, bool together) const {
    return best_[2 * static_cast<std::size_t>(end) + (together ? 1 : 0)];
  }

  /// Kernels begin, begin + 1, ... by what needs what: one worker runs all of a chain.
  class chains {
   public:
    constexpr chains(const stages& of, int begin) : of_(of), begin_(begin) {}

    constexpr void append(int k) {
      const int at = k - begin_;
      const double cycles = of_.alone_[static_cast<std::size_t>(k)];
      chain_[at] = at;
      load_[at] = cycles;
      total_ += cycles;
      ++count_;
      for (int before : of_.needs(k))
        if (before >= begin_) join(chain_[before - begin_], chain_[at], at);
    }
    constexpr int count() const { return count_; }
    constexpr double total() const { return total_; }

    /// Gives each chain to a worker, the longest first. Returns what the busiest has to do.
    constexpr double spread(int workers) {
      vec<double> busy(static_cast<std::size_t>(workers));
      double busiest = 0;
      for (int& each : worker_) each = -1;
      for (int left = count_; left > 0; --left) {
        int longest = -1;
        for (int c = 0; c < most; ++c)
          if (load_[c] >= 0 && worker_[c] < 0 && (longest < 0 || load_[c] > load_[longest])) longest = c;
        int idle = 0;
        for (int w = 1; w < workers; ++w)
          if (busy[static_cast<std::size_t>(w)] < busy[static_cast<std::size_t>(idle)]) idle = w;
        worker_[longest] = idle;
        double& load = busy[static_cast<std::size_t>(idle)];
        load += load_[longest];
        busiest = load > busiest ? load : busiest;
      }
      return busiest;
    }
    constexpr int worker_of(int k) const { return worker_[chain_[k - begin_]]; }

   private:
    constexpr void join(int into, int from, int last) {
      if (into == from) return;
      for (int i = 0; i <= last; ++i)
        if (chain_[i] == from) chain_[i] = into;
      load_[into] += load_[from];
      load_[from] = -1;
      --count_;
    }

    const stages& of_;
    int begin_;
    int count_ = 0;
    double total_ = 0;
    int chain_[most]{};
    double load_[most]{};
    int worker_[most]{};
  };

  constexpr void choose() {
    best_.resize(2 * static_cast<std::size_t>(count_) + 2);
    at(load_, false).cycles = 0;
    for (int begin = load_; begin < count_; ++begin) {
      const double alone = at(begin, false).cycles;
      const double together = at(begin, true).cycles;
      const double own = alone_[static_cast<std::size_t>(begin)];
      consider(begin, begin + 1, sharing::alone, alone + own, false);
      consider(begin, begin + 1, sharing::alone, together + meeting_ + own, true);
      choose_together(begin, (alone < together ? alone : together) + meeting_, together <= alone);
    }
  }

  constexpr void choose_together(int begin, double before, bool follows_together) {
    chains of(*this, begin);
    double shared = 0;  // of all workers, negative once that is not possible
    for (int k = begin; k < count_ && k < begin + most; ++k) {
      const double part = shared_[static_cast<std::size_t>(k)];
      of.append(k);
      const bool independent = of.count() == k - begin + 1;
      shared = shared < 0 || part < 0 || !independent ? -1 : shared + part;
      if (shared >= 0) consider(begin, k + 1, sharing::shared, before + shared, follows_together);
      if (of.count() > 1 && before + of.total() / workers_ < at(k + 1, true).cycles)
        consider(begin, k + 1, sharing::apart, before + of.spread(workers_), follows_together);
    }
  }

  constexpr void consider(int begin, int end, sharing how, double cycles, bool follows_together) {
    stage& known = at(end, how != sharing::alone);
    if (cycles < known.cycles) known = {cycles, begin, end, how, follows_together};
  }

  /// Each share works in memory of its own, and a kernel with a single loop gets one around it that can be shared.
  constexpr void share(plan& p, kernel& k) const {
    k.shares = workers_;
    if (k.workspace > 0) {
      k.workspace = workers_ * round_up(k.workspace, p.target.alignment);
      k.workspace_offset = p.totals.arena_bytes;
      p.totals.arena_bytes += k.workspace;
    }
    if (k.kind != family::vector || k.extents.count != 1) return;
    const std::int64_t length = k.extents[0] / workers_;
    k.extents = {workers_, length};
    for (operand& each : p.operands_of(k)) each.strides = {each.strides[0] * length, each.strides[0]};
  }

  const plan& plan_;
  int workers_;
  int count_;
  double meeting_;      // cycles
  int load_ = 0;        // kernels of load, which come first
  vec<double> alone_;   // cycles of each kernel
  vec<double> shared_;  // of its largest share; -1: cannot be shared
  vec<stage> best_;
};

}  // namespace litho::plan
