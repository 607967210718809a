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

/// Timing of several pieces of code against each other, on machines that have other work to do too: they take turns, so that
/// all see the same states of the machine, and what counts is the lower quartile of the turns of each. Others' work makes turns
/// longer, on a bad day more than half of them, and none shorter.
namespace bench {

/// Seconds of each contender in each round.
struct samples {
  std::vector<std::vector<double>> seconds;

  double time(std::size_t contender) const {
    std::vector<double> sorted = seconds[contender];
    const auto quarter = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 4);
    std::nth_element(sorted.begin(), quarter, sorted.end());
    return *quarter;
  }
  /// How many times the time of `other` the contender takes.
  double ratio(std::size_t contender, std::size_t other) const { return time(contender) / time(other); }
};

template <class Contender>
double seconds_of(Contender& run, int repetitions) {
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < repetitions; ++i) {
    run();
    benchmark::ClobberMemory();
  }
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() / repetitions;
}

/// A turn is a few calls that bring the caches into the contender's own state, then at least two, and half a millisecond, that
/// count. Four would not do: last-level caches keep lines that were used often before.
template <class... Contenders>
samples interleave(Contenders&&... contenders) {
  constexpr double turn = 0.5e-3;
  constexpr int rounds = 41;
  const auto repetitions_of = [](auto& run) {
    seconds_of(run, 1);
    int repetitions = 2;
    while (seconds_of(run, repetitions) * repetitions < turn) repetitions *= 2;
    return repetitions;
  };
  const int repetitions[] = {repetitions_of(contenders)...};
  samples result{std::vector<std::vector<double>>(sizeof...(Contenders))};
  for (int round = 0; round < rounds; ++round) {
    std::size_t at = 0;
    const auto measure = [&](auto& run) {
      seconds_of(run, 8);
      result.seconds[at].push_back(seconds_of(run, repetitions[at]));
      ++at;
    };
    (measure(contenders), ...);
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
    std::fprintf(stderr, "%s: fused %.4g us, O0 %.4g us (%.2fx), Eigen %.4g us (%.2fx), %.0f %% of the %s\n", name.c_str(),
                 1e6 * taken.time(0), 1e6 * taken.time(1), taken.ratio(1, 0), 1e6 * taken.time(2), taken.ratio(2, 0),
                 100 * of_limit, Limit::name);
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
