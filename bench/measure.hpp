// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <span>
#include <string>
#include <vector>

/// Timing of several pieces of code against each other, on machines that have other work to do too. Others' work takes
/// the core away for a while, and it slows memory down for minutes. So contenders take short turns; a turn counts by
/// its fastest group of calls; and a ratio is the median of those of single rounds, in which all met with the same
/// weather.
namespace bench {

inline double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Seconds of each contender in each round.
struct samples {
  std::vector<std::vector<double>> seconds;

  double time(std::size_t contender) const { return median(seconds[contender]); }
  /// How many times the time of `other` the contender takes.
  double ratio(std::size_t contender, std::size_t other) const {
    std::vector<double> ratios(seconds[contender].size());
    for (std::size_t round = 0; round < ratios.size(); ++round)
      ratios[round] = seconds[contender][round] / seconds[other][round];
    return median(ratios);
  }
};

template <class Run>
double seconds_of(Run& run, int calls) {
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < calls; ++i) {
    run();
    benchmark::ClobberMemory();
  }
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() / calls;
}

/// Code to be timed. What is called is known where its loop is compiled: a call costs nothing beside it.
struct contender {
  std::string name;
  std::function<double(int calls)> seconds;  ///< a call, on average
};

template <class Run>
contender named(std::string name, Run run) {
  return {std::move(name), [run = std::move(run)](int calls) mutable { return seconds_of(run, calls); }};
}

/// How a contender spends its turns: short calls are repeated until the clock can tell them apart, long ones are not.
struct turn {
  explicit turn(const contender& who) {
    constexpr double group_seconds = 50e-6;
    constexpr double turn_seconds = 10e-3;
    double each = who.seconds(1);
    // Last-level caches keep what was used often before, so that four calls would not do.
    warm_up = std::clamp(static_cast<int>(turn_seconds / each), 1, 8);
    who.seconds(warm_up);
    while ((each = who.seconds(calls)) * calls < group_seconds) calls *= 2;
    groups = std::clamp(static_cast<int>(turn_seconds / (each * calls)), 2, 8);
    seconds = each * (warm_up + groups * calls);
  }

  double best_of(const contender& who) const {
    who.seconds(warm_up);
    double best = who.seconds(calls);
    for (int group = 1; group < groups; ++group) best = std::min(best, who.seconds(calls));
    return best;
  }

  int calls = 1;
  int warm_up = 1;
  int groups = 2;
  double seconds = 0;
};

inline samples interleave(std::span<const contender> contenders) {
  constexpr double seconds_in_all = 10;
  constexpr int most_rounds = 41;
  constexpr int fewest_rounds = 7;
  std::vector<turn> turns;
  double round_seconds = 0;
  for (const contender& each : contenders) round_seconds += turns.emplace_back(each).seconds;
  const int rounds = std::clamp(static_cast<int>(seconds_in_all / round_seconds), fewest_rounds, most_rounds);
  samples result{std::vector<std::vector<double>>(contenders.size())};
  for (int round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < contenders.size(); ++i) result.seconds[i].push_back(turns[i].best_of(contenders[i]));
  return result;
}

/// One case: who is added first is what it is about, all others are reported as multiples of its time.
class contest {
 public:
  contest(benchmark::State& state, std::string name) : state_(state), name_(std::move(name)) {}

  template <class Run>
  void add(std::string who, Run run) {
    contenders_.push_back(named(std::move(who), std::move(run)));
  }

  /// A limit of the machine: the counter is the share of it that the first contender reaches.
  template <class Limit>
  void add_limit(const Limit& limit) {
    limits_.push_back({contenders_.size(), limit.share, Limit::counter, Limit::name});
    contenders_.push_back(named(Limit::name, limit));
  }

  void run() {
    for ([[maybe_unused]] auto _ : state_) {
      const samples taken = interleave(contenders_);
      state_.SetIterationTime(taken.time(0));
      state_.counters["rounds"] = static_cast<double>(taken.seconds[0].size());
      std::fprintf(stderr, "%s: %s %.4g us", name_.c_str(), contenders_[0].name.c_str(), 1e6 * taken.time(0));
      for (std::size_t i = 1; i < contenders_.size(); ++i) {
        const auto limit = std::ranges::find(limits_, i, &place::contender);
        if (limit == limits_.end()) {
          state_.counters["vs_" + contenders_[i].name] = taken.ratio(i, 0);
          std::fprintf(stderr, ", %s %.4g us (%.2fx)", contenders_[i].name.c_str(), 1e6 * taken.time(i),
                       taken.ratio(i, 0));
        } else {
          const double share = limit->share * taken.ratio(i, 0);
          state_.counters[limit->counter] = share;
          std::fprintf(stderr, ", %.0f %% of the %s", 100 * share, limit->name);
        }
      }
      std::fprintf(stderr, "\n");
    }
  }

  void expect(bool results_agree, const char* with) {
    if (!results_agree) state_.SkipWithError((std::string("results differ from those of ") + with).c_str());
  }

 private:
  struct place {
    std::size_t contender;
    double share;
    const char* counter;
    const char* name;
  };

  benchmark::State& state_;
  std::string name_;
  std::vector<contender> contenders_;
  std::vector<place> limits_;
};

/// Runs one case and reports it: the fused network, the same without passes, Eigen op by op, and the machine's limit.
template <class Fused, class Unfused, class Eigen, class Limit>
void report(benchmark::State& state, const std::string& name, Fused&& fused, Unfused&& unfused, Eigen&& eigen,
            const Limit& limit) {
  contest all(state, name);
  all.add("litho", fused);
  all.add("O0", unfused);
  all.add("Eigen", eigen);
  all.add_limit(limit);
  all.run();
}

/// A run that fails would be a very fast one.
template <class Status>
void require(const Status& status) {
  if (!status.ok()) std::abort();
}

/// The numbers of an Eigen object.
template <class Object>
auto values_of(const Object& object) {
  return std::span(object.data(), static_cast<std::size_t>(object.size()));
}

/// Adds a case to the program: `static const bool chain = bench::add("chain/64K", [](benchmark::State& state, ...)
/// {...});`
template <class Case>
bool add(const std::string& name, Case run) {
  ::benchmark::RegisterBenchmark(name.c_str(), [name, run](::benchmark::State& state) { run(state, name); })
      ->UseManualTime()
      ->Iterations(1)
      ->Unit(::benchmark::kMicrosecond);
  return true;
}

}  // namespace bench
