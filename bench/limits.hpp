// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <litho/npu/exponential.hpp>

#include "measure.hpp"

/// What one core of this machine can do at most, measured in the process that it is compared with. A limit is a piece
/// of work that is called like any contender; `share` is the work of the case as a multiple of it.
namespace bench {

using packet = Eigen::internal::packet_traits<float>::type;
inline constexpr int packet_size = static_cast<int>(Eigen::internal::packet_traits<float>::size);

/// Multiply-adds of registers: twelve chains at a time, more than two units of four cycles' latency can start.
class fma_limit {
 public:
  static constexpr const char* name = "FMA peak";
  static constexpr const char* counter = "of_peak";

  /// For a case that takes `flops` additions and multiplications.
  explicit fma_limit(double flops) : share(flops / flops_per_call) {}

  double share;
  static constexpr int rounds = 2000;
  static constexpr int chains = 12;
  static constexpr double flops_per_call = 2.0 * rounds * chains * packet_size;

  EIGEN_DONT_INLINE void operator()() const {
    packet sums[chains];
    packet factor = Eigen::internal::pset1<packet>(0.5F);
    packet term = Eigen::internal::pset1<packet>(1.0F);
    benchmark::DoNotOptimize(factor);
    benchmark::DoNotOptimize(term);
#pragma GCC unroll 12
    for (int i = 0; i < chains; ++i)
      sums[i] = Eigen::internal::pset1<packet>(static_cast<float>(i));  // equal ones are merged
#pragma GCC unroll 1
    for (int round = 0; round < rounds; ++round) {
#pragma GCC unroll 12
      for (int i = 0; i < chains; ++i) sums[i] = Eigen::internal::pmadd(sums[i], factor, term);
    }
#pragma GCC unroll 12
    for (int i = 1; i < chains; ++i) sums[0] = Eigen::internal::padd(sums[0], sums[i]);
    packet sum = sums[0];
    benchmark::DoNotOptimize(sum);  // not sums[0]: GCC would keep the array in memory
  }
};

/// Memory traffic of y = sum of `Reads` arrays: what a fused chain over as many arrays moves, with no more arithmetic
/// than it takes to look at each number. Stores go through the caches, where the next kernel finds its input; arrays
/// that are too large for that go past them, where that is faster.
template <int Reads>
class stream_limit {
 public:
  static constexpr const char* name = "bandwidth";
  static constexpr const char* counter = "of_bandwidth";

  /// Moves as many of the numbers as fill whole rounds of its loop; `share` makes good for the rest.
  stream_limit(const float* const (&from)[Reads], float* to, std::ptrdiff_t count)
      : share(static_cast<double>(count) / static_cast<double>(count - count % at_once)),
        to_(to),
        count_(count - count % at_once) {
    for (int i = 0; i < Reads; ++i) from_[i] = from[i];
    if (bytes() < 32e6) return;
    const contender ways[] = {named("through", [this] { pass<false>(); }), named("past", [this] { pass<true>(); })};
    const samples both = interleave(ways);
    past_caches_ = both.ratio(0, 1) > 1;
  }

  double share;
  double bytes() const { return 4.0 * (Reads + 1) * static_cast<double>(count_); }
  void operator()() const { past_caches_ ? pass<true>() : pass<false>(); }

 private:
  static constexpr int at_once = 4 * packet_size;

  template <bool PastCaches>
  EIGEN_DONT_INLINE void pass() const {
    const float* from[Reads];
    for (int i = 0; i < Reads; ++i) from[i] = from_[i];
    float* const to = to_;
    packet start = Eigen::internal::pset1<packet>(1.0F);
    benchmark::DoNotOptimize(start);  // a plain copy would become a call of memcpy, which has ideas of its own
#pragma GCC unroll 1
    for (std::ptrdiff_t at = 0; at < count_; at += at_once) {
#pragma GCC unroll 4
      for (std::ptrdiff_t i = at; i < at + at_once; i += packet_size) {
        packet sum = start;
#pragma GCC unroll 8
        for (int read = 0; read < Reads; ++read)
          sum = Eigen::internal::padd(sum, Eigen::internal::ploadu<packet>(from[read] + i));
        store<PastCaches>(to + i, sum);
      }
    }
  }

  template <bool PastCaches>
  static EIGEN_ALWAYS_INLINE void store(float* to, const packet& what) {
#if defined(__AVX512F__)
    if constexpr (PastCaches) return _mm512_stream_ps(to, what);
#elif defined(__AVX__)
    if constexpr (PastCaches) return _mm256_stream_ps(to, what);
#endif
    Eigen::internal::pstoreu(to, what);
  }

  const float* from_[Reads];
  float* to_;
  std::ptrdiff_t count_;
  bool past_caches_ = false;
};

/// Adds up function(register) of all registers of an array, `AtOnce` sums at a time, so that one does not wait for
/// another.
template <int AtOnce, class Function>
EIGEN_ALWAYS_INLINE void add_up(const float* from, std::ptrdiff_t count, const Function& function) {
  packet sums[AtOnce];
#pragma GCC unroll 8
  for (int i = 0; i < AtOnce; ++i) sums[i] = Eigen::internal::pset1<packet>(0.0F);
#pragma GCC unroll 1
  for (std::ptrdiff_t at = 0; at + AtOnce * packet_size <= count; at += AtOnce * packet_size) {
#pragma GCC unroll 8
    for (int i = 0; i < AtOnce; ++i)
      sums[i] = Eigen::internal::padd(sums[i], function(Eigen::internal::ploadu<packet>(from + at + i * packet_size)));
  }
#pragma GCC unroll 8
  for (int i = 1; i < AtOnce; ++i) sums[0] = Eigen::internal::padd(sums[0], sums[i]);
  packet sum = sums[0];
  benchmark::DoNotOptimize(sum);
}

/// Reading alone: a matrix that is multiplied by a vector once has to come from its level of the caches, whatever else
/// happens.
class read_limit {
 public:
  static constexpr const char* name = "read bandwidth";
  static constexpr const char* counter = "of_bandwidth";
  static constexpr double share = 1;

  read_limit(const float* from, std::ptrdiff_t count) : from_(from), count_(count) {}

  double bytes() const { return 4.0 * static_cast<double>(count_); }
  EIGEN_DONT_INLINE void operator()() const {
    add_up<8>(from_, count_, [](const packet& x) { return x; });
  }

 private:
  const float* from_;
  std::ptrdiff_t count_;
};

/// The fastest exp known here, ours, of numbers that lie in the first-level cache.
class exp_limit {
 public:
  static constexpr const char* name = "exp throughput";
  static constexpr const char* counter = "of_exp";
  static constexpr int exps_per_call = 4096;

  /// For a case that takes so many exponentials.
  explicit exp_limit(double count) : share(count / exps_per_call), arguments_(Eigen::ArrayXf::Random(exps_per_call)) {}

  double share;

  EIGEN_DONT_INLINE void operator()() const {
    add_up<4>(arguments_.data(), exps_per_call, [](const packet& x) { return litho::npu::detail::exponential(x); });
  }

 private:
  Eigen::ArrayXf arguments_;
};

}  // namespace bench
