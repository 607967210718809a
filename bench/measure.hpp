// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

/// Timing of several pieces of code against each other, on machines that have other work to do too. Others' work takes the core
/// away for a while, and it slows memory down for minutes. So contenders take short turns; a turn counts by its fastest
/// group of calls; and a ratio is the median of those of single rounds, in which all met with the same weather.
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

template <class Contender>
double seconds_of(Contender& run, int calls) {
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < calls; ++i) {
    run();
    benchmark::ClobberMemory();
  }
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() / calls;
}

template <class... Contenders>
samples interleave(Contenders&&... contenders) {
  constexpr double group_seconds = 50e-6;
  constexpr int groups = 8;
  constexpr int rounds = 41;
  constexpr int warm_up = 8;  // calls; last-level caches keep what was used often before, so that four would not do
  const auto calls_of = [](auto& run) {
    seconds_of(run, warm_up);
    int calls = 1;
    while (seconds_of(run, calls) * calls < group_seconds) calls *= 2;
    return calls;
  };
  const int calls[] = {calls_of(contenders)...};
  samples result{std::vector<std::vector<double>>(sizeof...(Contenders))};
  for (int round = 0; round < rounds; ++round) {
    std::size_t at = 0;
    const auto turn = [&](auto& run) {
      seconds_of(run, warm_up);
      double best = seconds_of(run, calls[at]);
      for (int group = 1; group < groups; ++group) best = std::min(best, seconds_of(run, calls[at]));
      result.seconds[at++].push_back(best);
    };
    (turn(contenders), ...);
  }
  return result;
}

/// Runs one case and reports it: the fused network, the same without passes, Eigen op by op, and the machine's limit.
template <class Fused, class Unfused, class Eigen, class Limit>
void report(benchmark::State& state, const std::string& name, Fused&& fused, Unfused&& unfused, Eigen&& eigen,
            const Limit& limit) {
  for ([[maybe_unused]] auto _ : state) {
    const samples taken = interleave(fused, unfused, eigen, limit);
    const double of_limit = limit.share * taken.ratio(3, 0);
    state.SetIterationTime(taken.time(0));
    state.counters["vs_O0"] = taken.ratio(1, 0);
    state.counters["vs_Eigen"] = taken.ratio(2, 0);
    state.counters[Limit::counter] = of_limit;
    std::fprintf(stderr, "%s: fused %.4g us, O0 %.4g us (%.2fx), Eigen %.4g us (%.2fx), %.0f %% of the %s\n",
                 name.c_str(), 1e6 * taken.time(0), 1e6 * taken.time(1), taken.ratio(1, 0), 1e6 * taken.time(2),
                 taken.ratio(2, 0), 100 * of_limit, Limit::name);
  }
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

/// Adds a case to the program: `static const bool chain = bench::add("chain/64K", [](benchmark::State& state, ...) {...});`
template <class Case>
bool add(const std::string& name, Case run) {
  ::benchmark::RegisterBenchmark(name.c_str(), [name, run](::benchmark::State& state) { run(state, name); })
      ->UseManualTime()
      ->Iterations(1)
      ->Unit(::benchmark::kMicrosecond);
  return true;
}

}  // namespace bench
