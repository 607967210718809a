// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../plan/cost.hpp"
#include "pass.hpp"

namespace litho::pass {

namespace detail {

/// Gives the kernels of a run to streams: the one with the longest path to the end first, each where it can begin
/// earliest. That is behind what it waits for longest, unless another kernel went on there; else a stream that is idle,
/// or a new one.
class stream_choice {
 public:
  constexpr stream_choice(const plan::plan& p, int most)
      : plan_(p), most_(most), event_(event_time * p.target.clock_mhz) {
    const std::size_t count = p.kernels.size();
    while (first_ < count && p.kernels[first_].when == binding::load) ++first_;
    cycles_.resize(count);
    rest_.resize(count);
    for (std::size_t k = count; k-- > first_;) {
      cycles_[k] = static_cast<double>(plan::cycles(p.target, p.kernels[k]));
      rest_[k] += cycles_[k];
      for (int before : p.before(p.kernels[k])) {
        double& longest = rest_[static_cast<std::size_t>(before)];
        longest = rest_[k] > longest ? rest_[k] : longest;
      }
      (is_copy(k) ? copies_left_ : computes_left_) = true;
    }
    stream_.resize(count);
    end_.resize(count);
    for (std::size_t k : by_rest()) choose(k);
  }

  constexpr int count() const { return static_cast<int>(lines_.size()); }

  /// Cycles until the last kernel ends, if each stream runs its kernels in the plan's order.
  constexpr double cycles() const {
    vec<double> end(stream_.size());
    vec<double> idle(lines_.size());
    double last = 0;
    for (std::size_t k = first_; k < end.size(); ++k) {
      double& now = idle[static_cast<std::size_t>(stream_[k])];
      const double ready = ready_on(stream_[k], k, end);
      end[k] = now = (ready > now ? ready : now) + cycles_[k];
      last = now > last ? now : last;
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
    int next = 0;
    for (const bool copies : {false, true})
      for (std::size_t s = 0; s < lines_.size(); ++s)
        if (lines_[s].copies == copies) number[s] = next++;
    for (std::size_t k = first_; k < stream_.size(); ++k)
      p.kernels[k].stream = number[static_cast<std::size_t>(stream_[k])];
    p.totals.streams = count();
  }

 private:
  /// Microseconds from the end of a kernel until one of another stream begins.
  static constexpr double event_time = 1;

  struct line {
    double idle = 0;  ///< from when on
    int last = -1;    ///< kernel
    bool copies = false;
  };

  constexpr bool is_copy(std::size_t k) const {
    return plan_.target.async_copy && plan_.kernels[k].unit == engine::move;
  }

  /// The longest path to the end first; of equals the one that comes first in the plan.
  constexpr vec<std::size_t> by_rest() const {
    vec<std::size_t> items;
    for (std::size_t k = first_; k < plan_.kernels.size(); ++k) items.push_back(k);
    vec<std::size_t> other(items.size());
    for (std::size_t width = 1; width < items.size(); width *= 2) {
      for (std::size_t begin = 0; begin < items.size(); begin += 2 * width) {
        const std::size_t middle = begin + width < items.size() ? begin + width : items.size();
        const std::size_t end = begin + 2 * width < items.size() ? begin + 2 * width : items.size();
        std::size_t left = begin;
        std::size_t right = middle;
        for (std::size_t at = begin; at < end; ++at)
          other[at] = left < middle && (right >= end || rest_[items[left]] >= rest_[items[right]]) ? items[left++]
                                                                                                   : items[right++];
      }
      std::swap(items, other);
    }
    return items;
  }

  /// When all that `k` needs has ended and stream `on` knows.
  constexpr double ready_on(int on, std::size_t k, const vec<double>& end) const {
    double ready = 0;
    for (int before : plan_.before(plan_.kernels[k])) {
      const auto b = static_cast<std::size_t>(before);
      if (b < first_) continue;
      const double known = end[b] + (stream_[b] == on ? 0 : event_);
      ready = known > ready ? known : ready;
    }
    return ready;
  }

  /// The stream that ends with what `k` waits for longest, or -1.
  constexpr int continued_by(std::size_t k) const {
    int longest = -1;
    for (int before : plan_.before(plan_.kernels[k]))
      if (longest < 0 || end_[static_cast<std::size_t>(before)] > end_[static_cast<std::size_t>(longest)])
        longest = before;
    if (longest < static_cast<int>(first_)) return -1;
    const int on = stream_[static_cast<std::size_t>(longest)];
    return lines_[static_cast<std::size_t>(on)].last == longest ? on : -1;
  }

  constexpr void choose(std::size_t k) {
    const bool copies = is_copy(k);
    const int continued = continued_by(k);
    int best = -1;
    double begin = 0;
    for (int s = 0; s < count(); ++s) {
      const line& each = lines_[static_cast<std::size_t>(s)];
      if (each.copies != copies) continue;
      const double ready = ready_on(s, k, end_);
      const double here = ready > each.idle ? ready : each.idle;
      if (best >= 0 && (here > begin || (here == begin && s != continued))) continue;
      best = s;
      begin = here;
    }
    const double alone = ready_on(-1, k, end_);
    if (best < 0 || (alone < begin && may_open(copies))) {
      best = count();
      begin = alone;
      lines_.push_back({.copies = copies});
      (copies ? copies_left_ : computes_left_) = false;
    }
    line& chosen = lines_[static_cast<std::size_t>(best)];
    stream_[k] = best;
    chosen.last = static_cast<int>(k);
    chosen.idle = end_[k] = begin + cycles_[k];
  }

  /// One stream is kept for copies, and one for what computes, until there is one.
  constexpr bool may_open(bool copies) const {
    return count() + ((copies ? computes_left_ : copies_left_) ? 1 : 0) < most_;
  }

  const plan::plan& plan_;
  int most_;
  double event_;           // cycles
  std::size_t first_ = 0;  // kernel of a run
  vec<double> cycles_;     // of each kernel of a run
  vec<double> rest_;       // from the begin of each kernel to the end of the run
  vec<double> end_;        // of each kernel
  vec<int> stream_;
  vec<line> lines_;
  bool copies_left_ = false;  // kernels of copies are there, but no stream for them
  bool computes_left_ = false;
};

}  // namespace detail

/// Gives the kernels of a run to at most `options.streams` streams, no more than the device has: branches get streams of their own, and so do
/// copies on a device that copies beside its kernels. The longest path stays on stream 0. Costs and the time that an event takes decide
/// what is worth it: a plan that would gain less than a twentieth keeps one stream. Needs a plan with its order, which it keeps.
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
    if (chosen.count() > 1 && chosen.cycles() <= 0.95 * chosen.cycles_of_one_stream()) chosen.write(p);
  }
};

}  // namespace litho::pass
