// SPDX-License-Identifier: BSL-1.0
// What one core of this machine can do: multiply-adds, exponentials, and the bandwidth of each level of its memory.
// Other programs measure the limit that they are compared with themselves; this one only prints them all.

#include "../limits.hpp"

#include <unistd.h>

#include <vector>

namespace {

/// Adds a limit with its figure: `amount` of what a call does, in units of 1e9.
template <class Limit>
void measure(benchmark::State& state, const std::string& name, const Limit& limit, double amount, const char* unit) {
  for ([[maybe_unused]] auto _ : state) {
    const bench::contender alone[] = {bench::named(name, limit)};
    const double seconds = bench::interleave(alone).time(0);
    state.SetIterationTime(seconds);
    state.counters[unit] = 1e-9 * amount / seconds;
    std::fprintf(stderr, "%-24s %8.1f %s\n", name.c_str(), 1e-9 * amount / seconds, unit);
  }
}

struct level {
  const char* name;
  std::size_t bytes;  ///< of the arrays: half of the level, less of the last, which others use too; far more for memory
};

std::vector<level> levels() {
  const auto size_of = [](int which, std::size_t otherwise) {
    const long known = sysconf(which);
    return known > 0 ? static_cast<std::size_t>(known) : otherwise;
  };
  const std::size_t last = size_of(_SC_LEVEL3_CACHE_SIZE, 32 << 20);
  return {{"L1", size_of(_SC_LEVEL1_DCACHE_SIZE, 32 << 10) / 2},
          {"L2", size_of(_SC_LEVEL2_CACHE_SIZE, 1 << 20) / 2},
          {"L3", last / 8},
          {"memory", std::min<std::size_t>(4 * last, 256 << 20)}};
}

[[maybe_unused]] const bool fma = bench::add("limit/fma", [](benchmark::State& state, const std::string& name) {
  measure(state, name, bench::fma_limit(1), bench::fma_limit::flops_per_call, "GFLOP/s");
});

[[maybe_unused]] const bool exps = bench::add("limit/exp", [](benchmark::State& state, const std::string& name) {
  measure(state, name, bench::exp_limit(1), bench::exp_limit::exps_per_call, "Gexp/s");
});

[[maybe_unused]] const bool bandwidths = [] {
  for (const level& each : levels()) {
    bench::add(std::string("limit/read/") + each.name, [each](benchmark::State& state, const std::string& name) {
      const Eigen::ArrayXf from = Eigen::ArrayXf::Ones(static_cast<Eigen::Index>(each.bytes / sizeof(float)));
      const bench::read_limit limit(from.data(), from.size());
      measure(state, name, limit, limit.bytes(), "GB/s");
    });
    bench::add(std::string("limit/triad/") + each.name, [each](benchmark::State& state, const std::string& name) {
      const auto count = static_cast<Eigen::Index>(each.bytes / sizeof(float) / 3 / 64 * 64);
      const Eigen::ArrayXf a = Eigen::ArrayXf::Ones(count), b = Eigen::ArrayXf::Ones(count);
      Eigen::ArrayXf sum = Eigen::ArrayXf::Zero(count);
      const bench::stream_limit<2> limit({a.data(), b.data()}, sum.data(), count);
      measure(state, name, limit, limit.bytes(), "GB/s");
    });
  }
  return true;
}();

}  // namespace
