// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "../task/task.hpp"

namespace litho::emulator {

/// Who has happened before whom: by the order of each queue and the flags between queues inside of a block, by streams
/// and events between kernels. Blocks of one kernel are not ordered at all.
class order {
 public:
  explicit order(const plan::plan& p, const task::list& tasks) : plan_(p), tasks_(tasks) {
    launch_of_.resize(tasks.tasks.size());
    number_.resize(tasks.tasks.size());
    for (std::size_t l = 0; l < tasks.launches.size(); ++l)
      for (int t = 0; t < tasks.launches[l].tasks.count; ++t)
        launch_of_[static_cast<std::size_t>(tasks.launches[l].tasks.first + t)] = static_cast<int>(l);
    find_launch_clocks();
  }

  void begin_block() {
    for (auto& row : clocks_)
      for (int& each : row) each = 0;
    for (auto& from : flags_)
      for (auto& to : from)
        for (flag_state& each : to) each = {};
  }

  bool may_begin(int at) const {
    for (const task::flag& wait : tasks_.tasks[static_cast<std::size_t>(at)].waits)
      if (!flags_[static_cast<std::size_t>(wait.from)][static_cast<std::size_t>(wait.to)][wait.id].is_set) return false;
    return true;
  }
  /// The task's turn: waits for its flags. Returns whether all of them are set.
  bool begin(int at) {
    const task::task& each = tasks_.tasks[static_cast<std::size_t>(at)];
    auto& clock = clocks_[static_cast<std::size_t>(each.on)];
    bool all = true;
    for (const task::flag& wait : each.waits) {
      flag_state& state = state_of(wait);
      all = all && state.is_set;
      state.is_set = false;
      for (int q = 0; q < task::queue_count; ++q)
        clock[static_cast<std::size_t>(q)] = std::max(clock[static_cast<std::size_t>(q)], state.clock[q]);
    }
    number_[static_cast<std::size_t>(at)] = ++clock[static_cast<std::size_t>(each.on)];
    return all;
  }
  /// The task's end: sets its flags. Returns whether none of them was set still.
  bool end(int at) {
    const task::task& each = tasks_.tasks[static_cast<std::size_t>(at)];
    bool none = true;
    for (const task::flag& set : each.sets) {
      flag_state& state = state_of(set);
      none = none && !state.is_set;
      state.is_set = true;
      for (int q = 0; q < task::queue_count; ++q)
        state.clock[q] = clocks_[static_cast<std::size_t>(each.on)][static_cast<std::size_t>(q)];
    }
    return none;
  }
  bool all_flags_are_back() const {
    for (const auto& from : flags_)
      for (const auto& to : from)
        for (const flag_state& each : to)
          if (each.is_set) return false;
    return true;
  }

  bool same_block(int a, int b) const {
    return tasks_.tasks[static_cast<std::size_t>(a)].block == tasks_.tasks[static_cast<std::size_t>(b)].block;
  }
  int launch_of(int at) const { return launch_of_[static_cast<std::size_t>(at)]; }

  /// Whether task `earlier`, which has been carried out, ends before `now`, the one at work, begins on any device.
  bool before(int earlier, int now) const {
    const int launch = launch_of(now);
    if (launch_of(earlier) != launch) return launch_before(launch_of(earlier), launch);
    const task::task& one = tasks_.tasks[static_cast<std::size_t>(earlier)];
    const task::task& other = tasks_.tasks[static_cast<std::size_t>(now)];
    if (one.block != other.block) return false;
    if (!plan_.target.fine_events) return earlier < now;
    return number_[static_cast<std::size_t>(earlier)] <=
           clocks_[static_cast<std::size_t>(other.on)][static_cast<std::size_t>(one.on)];
  }
  bool launch_before(int earlier, int now) const {
    const int stream = tasks_.launches[static_cast<std::size_t>(earlier)].stream;
    return position_[static_cast<std::size_t>(earlier)] <=
           launch_clocks_[static_cast<std::size_t>(now)][static_cast<std::size_t>(stream)];
  }

 private:
  struct flag_state {
    bool is_set = false;
    int clock[task::queue_count]{};
  };
  flag_state& state_of(const task::flag& of) {
    return flags_[static_cast<std::size_t>(of.from)][static_cast<std::size_t>(of.to)][of.id];
  }

  /// Of each kernel: the last position on every stream that has ended when it begins.
  void find_launch_clocks() {
    std::size_t streams = 1;
    for (const task::launch& each : tasks_.launches)
      streams = std::max(streams, static_cast<std::size_t>(each.stream) + 1);
    std::vector<int> launch_of_kernel(plan_.kernels.size(), -1);
    std::vector<int> last(streams, -1);
    std::vector<int> length(streams, 0);
    for (std::size_t l = 0; l < tasks_.launches.size(); ++l) {
      const task::launch& each = tasks_.launches[l];
      const auto stream = static_cast<std::size_t>(each.stream);
      std::vector<int> clock(streams, 0);
      const auto join = [&](int earlier) {
        if (earlier < 0) return;
        const auto from = static_cast<std::size_t>(earlier);
        for (std::size_t s = 0; s < streams; ++s) clock[s] = std::max(clock[s], launch_clocks_[from][s]);
        const auto own = static_cast<std::size_t>(tasks_.launches[from].stream);
        clock[own] = std::max(clock[own], position_[from]);
      };
      join(last[stream]);
      for (const plan::event& event : plan_.events)
        if (event.before == each.kernel) join(launch_of_kernel[static_cast<std::size_t>(event.after)]);
      launch_clocks_.push_back(std::move(clock));
      position_.push_back(++length[stream]);
      last[stream] = static_cast<int>(l);
      launch_of_kernel[static_cast<std::size_t>(each.kernel)] = static_cast<int>(l);
    }
  }

  const plan::plan& plan_;
  const task::list& tasks_;
  std::vector<int> launch_of_;
  std::vector<int> number_;  // of each task on its queue
  std::vector<std::vector<int>> launch_clocks_;
  std::vector<int> position_;  // of each kernel on its stream
  std::array<std::array<int, task::queue_count>, task::queue_count> clocks_{};
  std::array<std::array<std::array<flag_state, 16>, task::queue_count>, task::queue_count> flags_{};
};

/// What is known of the bytes of one memory: whether each has been written, and who used each grain of it last.
class shadow {
 public:
  shadow(std::int64_t bytes, std::int64_t grain, bool is_written)
      : written_(static_cast<std::size_t>(bytes), is_written ? 1 : 0),
        cells_(static_cast<std::size_t>((bytes + grain - 1) / grain)),
        grain_(grain) {}

  void forget() {
    std::fill(written_.begin(), written_.end(), std::uint8_t{0});
    std::fill(cells_.begin(), cells_.end(), cell{});
    readers_.clear();
  }
  /// The bytes become as if never written; who used them last is remembered.
  void poison(std::int64_t begin, std::int64_t bytes) { std::fill_n(written_.begin() + begin, bytes, std::uint8_t{0}); }

  bool is_written() const { return std::find(written_.begin(), written_.end(), std::uint8_t{0}) == written_.end(); }

  /// Notes that `now` reads. Returns the task that it races with, or -1; `is_poison` where a byte was never written.
  int read(std::int64_t begin, std::int64_t bytes, int now, const order& in, bool& is_poison) {
    for (std::int64_t at = begin; at < begin + bytes; ++at)
      is_poison = is_poison || written_[static_cast<std::size_t>(at)] == 0;
    int race = -1;
    for (std::int64_t g = begin / grain_; g * grain_ < begin + bytes; ++g) {
      cell& each = cells_[static_cast<std::size_t>(g)];
      if (each.writer >= 0 && each.writer != now && !in.before(each.writer, now)) race = each.writer;
      if (each.reader >= 0 && each.reader != now) {
        const bool same_launch = in.launch_of(each.reader) == in.launch_of(now);
        if (same_launch && !in.same_block(each.reader, now))
          each.is_shared = true;  // one of them stands for all: what other kernels follow one, they follow all
        else if (!in.before(each.reader, now))
          readers_.emplace(g, each.reader);
        each.is_shared = each.is_shared && same_launch;
      }
      each.reader = now;
    }
    return race;
  }
  /// The same for a write.
  int write(std::int64_t begin, std::int64_t bytes, int now, const order& in) {
    std::fill_n(written_.begin() + begin, bytes, std::uint8_t{1});
    int race = -1;
    for (std::int64_t g = begin / grain_; g * grain_ < begin + bytes; ++g) {
      cell& each = cells_[static_cast<std::size_t>(g)];
      if (each.writer >= 0 && each.writer != now && !in.before(each.writer, now)) race = each.writer;
      const bool by_others = each.is_shared && in.launch_of(each.reader) == in.launch_of(now);
      if (each.reader >= 0 && each.reader != now && (by_others || !in.before(each.reader, now))) race = each.reader;
      if (!readers_.empty()) {
        const auto [first, last] = readers_.equal_range(g);
        for (auto other = first; other != last; ++other)
          if (other->second != now && !in.before(other->second, now)) race = other->second;
        readers_.erase(first, last);
      }
      each = {now, -1, false};
    }
    return race;
  }

 private:
  struct cell {
    int writer = -1;
    int reader = -1;
    bool is_shared = false;  ///< other blocks of the reader's kernel have read it, too
  };
  std::vector<std::uint8_t> written_;
  std::vector<cell> cells_;
  std::int64_t grain_;
  std::unordered_multimap<std::int64_t, int> readers_;  // that the last reader does not follow
};

}  // namespace litho::emulator
