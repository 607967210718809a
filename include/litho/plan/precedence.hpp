// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "lifetime.hpp"

namespace litho::plan {

/// Which kernels have ended, in every run, when another begins. Kernels stand on lines that run side by side, each its
/// kernels in the plan's order: streams, which wait for each other by events, or workers, who meet between stages. For
/// each kernel and line it is known before which position of the plan all kernels of that line have ended (a vector
/// clock). With one line that is the kernel's own position, and no table is made.
class precedence {
 public:
  /// Of the plan's streams and events, or workers and stages.
  constexpr explicit precedence(const plan& p) : precedence(p, nothing{}) {
    if (lines_ == 1) return;
    if (p.totals.workers > 1) {
      know_stages();
    } else {
      know_streams();
    }
    look_ahead();
  }

  /// Of streams that do not wait for each other yet; `begin` and `wait` then tell of their kernels in the plan's order.
  static constexpr precedence without_events(const plan& p) { return precedence(p, nothing{}); }

  /// Kernel `k` begins after those of its stream before it.
  constexpr void begin(int k) {
    const int own = line_of(k);
    const int last = last_[static_cast<std::size_t>(own)];
    for (int line = 0; line < lines_; ++line) known(k, line) = last < 0 ? first_ : known(last, line);
    known(k, own) = k;
    last_[static_cast<std::size_t>(own)] = k;
  }
  /// Kernel `k`, which has begun last, waits for kernel `after`.
  constexpr void wait(int k, int after) {
    for (int line = 0; line < lines_; ++line) raise(known(k, line), known(after, line));
    raise(known(k, line_of(after)), after + 1);
  }

  constexpr int lines() const { return lines_; }
  /// Whether `one` has ended when `other` begins. `other` comes later in the plan.
  constexpr bool before(int one, int other) const {
    if (lines_ == 1) return one < other;
    if (!is_on_all_lines(one)) return known(other, line_of(one)) > one;
    for (int line = 0; line < lines_; ++line)
      if (known(other, line) <= one) return false;
    return true;
  }
  /// The position of the plan before which all kernels of a line have ended when `k` begins.
  constexpr int known(int k, int line) const { return lines_ == 1 ? k : known_[at(k, line)]; }
  /// The same for `k` and all that come later in the plan.
  constexpr int known_from(int k, int line) const { return lines_ == 1 ? k : from_[at(k, line)]; }
  constexpr bool is_on(int k, int line) const { return lines_ == 1 || is_on_all_lines(k) || line_of(k) == line; }

 private:
  struct nothing {};
  constexpr precedence(const plan& p, nothing)
      : plan_(p), lines_(p.totals.workers > p.totals.streams ? p.totals.workers : p.totals.streams) {
    if (lines_ == 1) return;
    known_.resize(p.kernels.size() * static_cast<std::size_t>(lines_));
    last_.resize(static_cast<std::size_t>(lines_), -1);
    while (first_ < static_cast<int>(p.kernels.size()) && kernel_at(first_).when == binding::load) {
      for (int line = 0; line < lines_; ++line) known(first_, line) = first_;
      ++first_;
    }
  }

  constexpr void know_streams() {
    vec<int> waits(plan_.kernels.size() + 1);  // where the events of each kernel begin
    vec<int> after(plan_.events.size());
    for (const event& each : plan_.events) ++waits[static_cast<std::size_t>(each.before)];
    int total = 0;
    for (int& each : waits) {
      total += each;
      each = total;
    }
    for (const event& each : plan_.events)
      after[static_cast<std::size_t>(--waits[static_cast<std::size_t>(each.before)])] = each.after;
    for (int k = first_; k < static_cast<int>(plan_.kernels.size()); ++k) {
      begin(k);
      for (int e = waits[static_cast<std::size_t>(k)]; e < waits[static_cast<std::size_t>(k) + 1]; ++e)
        if (after[static_cast<std::size_t>(e)] < k) wait(k, after[static_cast<std::size_t>(e)]);
    }
  }

  /// All of the stages before have ended, and of its own stage what the same worker runs before it.
  constexpr void know_stages() {
    int stage_begin = first_;
    for (int k = first_; k < static_cast<int>(plan_.kernels.size()); ++k) {
      if (k > first_ && kernel_at(k).stage != kernel_at(k - 1).stage) stage_begin = k;
      for (int line = 0; line < lines_; ++line)
        known(k, line) = !is_on_all_lines(k) && line_of(k) == line ? k : stage_begin;
    }
  }

  constexpr void look_ahead() {
    from_ = known_;
    for (int k = static_cast<int>(plan_.kernels.size()) - 2; k >= 0; --k)
      for (int line = 0; line < lines_; ++line)
        if (from_[at(k + 1, line)] < from_[at(k, line)]) from_[at(k, line)] = from_[at(k + 1, line)];
  }

  static constexpr void raise(int& value, int least) { value = least > value ? least : value; }
  constexpr const kernel& kernel_at(int k) const { return plan_.kernels[static_cast<std::size_t>(k)]; }
  constexpr int line_of(int k) const { return plan_.totals.workers > 1 ? kernel_at(k).worker : kernel_at(k).stream; }
  constexpr bool is_on_all_lines(int k) const { return k < first_ || kernel_at(k).shares > 1; }
  constexpr std::size_t at(int k, int line) const {
    return static_cast<std::size_t>(k) * static_cast<std::size_t>(lines_) + static_cast<std::size_t>(line);
  }
  constexpr int& known(int k, int line) { return known_[at(k, line)]; }

  const plan& plan_;
  int lines_;
  int first_ = 0;  // kernel of a run; those of load run one after the other before
  vec<int> known_;
  vec<int> from_;
  vec<int> last_;  // of each stream so far
};

/// When values are in use: as a lifetime, and on each line from what has ended before the first use to behind the last.
class usage {
 public:
  constexpr usage(const precedence& known, std::size_t values) : known_(known), lives_(values) {
    if (known.lines() == 1) return;
    begins_.resize(values * lines(), 1 << 30);
    ends_.resize(values * lines());
  }

  /// Kernel `k` uses the value.
  constexpr void add(int value, int k) {
    lives_[static_cast<std::size_t>(value)].extend({k, k});
    if (known_.lines() == 1) return;
    for (int line = 0; line < known_.lines(); ++line) {
      lower(begins_[at(value, line)], known_.known(k, line));
      if (known_.is_on(k, line)) raise(ends_[at(value, line)], k + 1);
    }
  }
  /// Whatever uses `by` uses the value.
  constexpr void extend(int value, int by) {
    lives_[static_cast<std::size_t>(value)].extend(lives_[static_cast<std::size_t>(by)]);
    if (known_.lines() == 1) return;
    for (int line = 0; line < known_.lines(); ++line) {
      lower(begins_[at(value, line)], begins_[at(by, line)]);
      raise(ends_[at(value, line)], ends_[at(by, line)]);
    }
  }

  constexpr const lifetime& operator[](int value) const { return lives_[static_cast<std::size_t>(value)]; }
  /// Whether all use of `one` is over when that of `other` begins.
  constexpr bool ends_before(int one, int other) const {
    if (known_.lines() == 1) return (*this)[one].last < (*this)[other].first;
    for (int line = 0; line < known_.lines(); ++line)
      if (ends_[at(one, line)] > begins_[at(other, line)]) return false;
    return true;
  }
  /// Whether all use is over when kernel `k` begins.
  constexpr bool is_over(int value, int k) const {
    if (known_.lines() == 1) return (*this)[value].last < k;
    for (int line = 0; line < known_.lines(); ++line)
      if (ends_[at(value, line)] > known_.known(k, line)) return false;
    return true;
  }
  /// The same for `k` and all that come later in the plan.
  constexpr bool is_over_from(int value, int k) const {
    if (known_.lines() == 1) return (*this)[value].last < k;
    for (int line = 0; line < known_.lines(); ++line)
      if (ends_[at(value, line)] > known_.known_from(k, line)) return false;
    return true;
  }

 private:
  static constexpr void lower(int& value, int most) { value = most < value ? most : value; }
  static constexpr void raise(int& value, int least) { value = least > value ? least : value; }
  constexpr std::size_t lines() const { return static_cast<std::size_t>(known_.lines()); }
  constexpr std::size_t at(int value, int line) const {
    return static_cast<std::size_t>(value) * lines() + static_cast<std::size_t>(line);
  }

  const precedence& known_;
  vec<lifetime> lives_;
  vec<int> begins_;
  vec<int> ends_;
};

/// When each buffer is in use, and behind them each kernel's workspace.
constexpr usage usage_of(const plan& p, const precedence& known) {
  const int buffers = static_cast<int>(p.buffers.size());
  usage result(known, p.buffers.size() + p.kernels.size());
  for (int k = 0; k < static_cast<int>(p.kernels.size()); ++k) {
    for (const operand& each : p.operands_of(p.kernels[static_cast<std::size_t>(k)]))
      if (!each.scratch) result.add(each.buffer, k);
    if (p.kernels[static_cast<std::size_t>(k)].workspace > 0) result.add(buffers + k, k);
  }
  return result;
}

}  // namespace litho::plan
