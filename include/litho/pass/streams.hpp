// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../core/sort.hpp"
#include "../plan/cost.hpp"
#include "pass.hpp"

namespace litho::pass {

namespace detail {

/// Takes the kernels of a run apart into chains, the longest path first: a kernel goes on with the chain of what it
/// waits for longest, unless another with a longer way to go does. Each chain gets the stream on which it ends
/// earliest, a new one only if that is earlier than on all others.
class stream_choice {
  // Before its users: clang looks no further in constant evaluation.
  template <class T>
  static constexpr T& of(vec<T>& all, int k) {
    return all[static_cast<std::size_t>(k)];
  }
  template <class T>
  static constexpr const T& of(const vec<T>& all, int k) {
    return all[static_cast<std::size_t>(k)];
  }

 public:
  constexpr stream_choice(const plan::plan& p, int most)
      : plan_(p),
        most_(most),
        event_(p.target.is_emulated() ? hardware_event : event_time * p.target.clock_mhz),
        cycles_(p.kernels.size()),
        rest_(p.kernels.size()),
        end_(p.kernels.size()),
        stream_(p.kernels.size(), none) {
    while (first_ < count() && kernel_at(first_).when == binding::load) ++first_;
    for (int k = count() - 1; k >= first_; --k) {
      of(cycles_, k) = static_cast<double>(plan::cycles(p.target, kernel_at(k)));
      of(rest_, k) += of(cycles_, k);
      for (int before : p.before(kernel_at(k))) raise(of(rest_, before), of(rest_, k));
      (is_copy(k) ? copies_left_ : computes_left_) = true;
    }
    for (int k = first_; k < count(); ++k) {  // with streams enough, and events that take no time
      for (int before : p.before(kernel_at(k))) raise(of(end_, k), of(end_, before));
      of(end_, k) += of(cycles_, k);
    }
    const vec<int> order = by_rest();
    vec<int> next(cycles_.size(), -1);
    vec<bool> goes_on(cycles_.size());
    for (int k : order) {
      const int before = longest_before(k);
      if (before < first_ || of(next, before) >= 0 || is_copy(before) != is_copy(k)) continue;
      of(next, before) = k;
      goes_on[static_cast<std::size_t>(k)] = true;
    }
    for (int k : order)
      if (!goes_on[static_cast<std::size_t>(k)]) place(k, next);
  }

  constexpr int streams() const { return static_cast<int>(lines_.size()); }

  /// Cycles until the last kernel ends, if each stream runs its kernels in the plan's order.
  constexpr double cycles() const {
    vec<double> end(end_.size());
    vec<double> idle(lines_.size());
    double last = 0;
    for (int k = first_; k < count(); ++k) {
      double& now = of(idle, of(stream_, k));
      raise(now, ready_on(of(stream_, k), k, end));
      of(end, k) = now += of(cycles_, k);
      raise(last, now);
    }
    return last;
  }
  constexpr double cycles_of_one_stream() const {
    double sum = 0;
    for (const double each : cycles_) sum += each;
    return sum;
  }

  constexpr void write(plan::plan& p) const {
    vec<int> number(lines_.size());  // those of copies last
    int given = 0;
    for (const bool copies : {false, true})
      for (int s = 0; s < streams(); ++s)
        if (of(lines_, s).copies == copies) of(number, s) = given++;
    for (int k = first_; k < count(); ++k) p.kernels[static_cast<std::size_t>(k)].stream = of(number, of(stream_, k));
    p.totals.streams = streams();
  }

 private:
  /// Microseconds from the end of a kernel until one of another stream begins.
  static constexpr double event_time = 1;
  /// Cycles of the same where hardware keeps the events; a guess, since no source names it.
  static constexpr double hardware_event = 50;

  static constexpr int none = -1;  ///< stream of a kernel that is in no chain yet that has one
  static constexpr int any = -2;   ///< of the kernels of the chain that is being placed

  struct line {
    double idle = 0;  ///< from when on
    bool copies = false;
  };

  static constexpr void raise(double& value, double least) { value = least > value ? least : value; }
  constexpr const plan::kernel& kernel_at(int k) const { return of(plan_.kernels, k); }
  constexpr int count() const { return static_cast<int>(plan_.kernels.size()); }
  constexpr bool is_copy(int k) const { return plan_.target.async_copy && kernel_at(k).unit == engine::move; }

  /// The longest way to the end first; of equals the one that comes first in the plan.
  constexpr vec<int> by_rest() const {
    vec<int> items;
    for (int k = first_; k < count(); ++k) items.push_back(k);
    stable_sort(items, [&](int a, int b) { return of(rest_, a) > of(rest_, b); });
    return items;
  }

  /// What kernel `k` waits for longest; of load, or -1: for nothing.
  constexpr int longest_before(int k) const {
    int longest = -1;
    for (int before : plan_.before(kernel_at(k)))
      if (longest < first_ || of(end_, before) > of(end_, longest)) longest = before;
    return longest;
  }

  /// When all that `k` needs has ended and stream `on` knows.
  constexpr double ready_on(int on, int k, const vec<double>& end) const {
    double ready = 0;
    for (int before : plan_.before(kernel_at(k)))
      if (before >= first_)
        raise(ready, of(end, before) + (of(stream_, before) == on || of(stream_, before) == any ? 0 : event_));
    return ready;
  }

  /// When the last kernel of a chain ends on stream `on`.
  constexpr double end_on(int on, double idle, int head, const vec<int>& next) const {
    for (int k = head; k >= 0; k = of(next, k)) {
      raise(idle, ready_on(on, k, end_));
      idle += of(cycles_, k);
    }
    return idle;
  }

  constexpr void place(int head, const vec<int>& next) {
    const bool copies = is_copy(head);
    const int before = longest_before(head);
    for (int k = head; k >= 0; k = of(next, k)) of(stream_, k) = any;
    int best = -1;
    double end = 0;
    for (int s = 0; s < streams(); ++s) {
      if (of(lines_, s).copies != copies) continue;
      const double here_end = end_on(s, of(lines_, s).idle, head, next);
      if (best >= 0 && (here_end > end || (here_end == end && (before < first_ || of(stream_, before) != s)))) continue;
      best = s;
      end = here_end;
    }
    if (best < 0 || (may_open(copies) && end_on(streams(), 0, head, next) < end)) {
      best = streams();
      lines_.push_back({.copies = copies});
      (copies ? copies_left_ : computes_left_) = false;
    }
    double& idle = of(lines_, best).idle;
    for (int k = head; k >= 0; k = of(next, k)) {
      of(stream_, k) = best;
      raise(idle, ready_on(best, k, end_));
      of(end_, k) = idle += of(cycles_, k);
    }
  }

  /// One stream is kept for copies, and one for what computes, until there is one.
  constexpr bool may_open(bool copies) const {
    return streams() + ((copies ? computes_left_ : copies_left_) ? 1 : 0) < most_;
  }

  const plan::plan& plan_;
  int most_;
  double event_;        // cycles
  int first_ = 0;       // kernel of a run
  vec<double> cycles_;  // of each kernel of a run
  vec<double> rest_;    // from the begin of each kernel to the end of the run
  vec<double> end_;     // of each kernel
  vec<int> stream_;
  vec<line> lines_;
  bool copies_left_ = false;  // kernels of copies are there, but no stream for them
  bool computes_left_ = false;
};

}  // namespace detail

/// Gives the kernels of a run to at most `options.streams` streams, no more than the device has: branches get streams
/// of their own, and so do copies on a device that copies beside its kernels. The longest path stays on stream 0. Costs
/// and the time that an event takes decide what is worth it: a plan that would gain less than a twentieth keeps one
/// stream. Needs a plan with its order, which it keeps.
///
///   a, b1, b2, c1, c2, d   ->   stream 0: a b1 b2 d
///                               stream 1:   c1 c2
struct streams {
  static constexpr const char* name = "streams";
  static constexpr bool enabled(const options& o) { return o.streams > 1; }

  static constexpr plan::plan run(plan::plan p, const context& with) {
    if (p.totals.streams > 1 || p.totals.workers > 1) return p;
    assign(p, with.switches.streams < p.target.streams ? with.switches.streams : p.target.streams);
    return p;
  }

  /// Gives the kernels to at most `most` streams, whatever they have now.
  static constexpr void assign(plan::plan& p, int most) {
    p.totals.streams = 1;
    for (plan::kernel& each : p.kernels) each.stream = 0;
    if (most < 2) return;
    const detail::stream_choice chosen(p, most);
    if (chosen.streams() > 1 && chosen.cycles() <= 0.95 * chosen.cycles_of_one_stream()) chosen.write(p);
  }
};

}  // namespace litho::pass
