// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "device.hpp"

/// How one kernel is shared by several workers: each runs a part of one of its loops.
namespace litho::npu {

/// `total` in parts of nearly equal size: `large` of them have `size` elements, then come those with size - 1.
struct even_split {
  int parts = 0;
  int size = 0;
  int large = 0;
  constexpr int first(int part) const { return part * size - (part > large ? part - large : 0); }
};

constexpr even_split split_evenly(int total, int most) {
  const int parts = (total + most - 1) / most;
  return {parts, (total + parts - 1) / parts, total % parts == 0 ? parts : total % parts};
}

/// Rounds first .. last - 1 of a loop.
template <class Index>
struct range {
  Index first = 0;
  Index last = 0;
};

/// What one of `workers` gets of `rounds`: a stretch, as long as that of the others or one round longer.
template <class Index>
constexpr range<Index> portion(Index rounds, int worker, int workers) {
  return {static_cast<Index>(std::int64_t{rounds} * worker / workers),
          static_cast<Index>(std::int64_t{rounds} * (worker + 1) / workers)};
}

/// What one of `Count` workers computes of a kernel. `of` says which rounds of a loop it runs: a stretch of those of
/// the loop that is shared, all of every other.
template <int Count>
struct share {
  static constexpr int count = Count;
  int index = 0;

  template <class Index>
  constexpr range<Index> of(Index rounds, bool is_shared = true) const {
    return is_shared ? portion(rounds, index, Count) : range<Index>{0, rounds};
  }
};

/// A kernel that one worker runs alone. Empty, and its ranges are constants: the kernel is what it was without shares.
template <>
struct share<1> {
  static constexpr int count = 1;
  static constexpr int index = 0;

  template <class Index>
  static constexpr range<Index> of(Index rounds, bool = true) {
    return {0, rounds};
  }
};

using alone = share<1>;

/// A loop that workers may share: its rounds, and the bytes that each worker reads (or moves) although others do, too.
struct shareable_loop {
  even_split rounds{};
  std::int64_t bytes_again = 0;
};
constexpr even_split single_rounds(int count) { return {count, 1, count}; }

/// The loop that is shared, and the part of the kernel's work that the busiest worker gets; 1: no loop can be shared.
struct sharing {
  int loop = 0;
  double busiest = 1;
};

/// Of some loops around `multiply_adds` the one that is shared fastest: evenly, and with little traffic that repeats.
template <int Count>
constexpr sharing share_best(std::int64_t multiply_adds, const shareable_loop (&loops)[Count], int workers) {
  const device& on = default_device;
  const double work = static_cast<double>(multiply_adds) / (on.cube_m * on.cube_k * on.cube_n);
  sharing best;
  double least = 0;
  for (int i = 0; i < Count; ++i) {
    const even_split& rounds = loops[i].rounds;
    const int all = rounds.first(rounds.parts);
    int most = 0;
    for (int worker = 0; worker < workers; ++worker) {
      const range<int> mine = portion(rounds.parts, worker, workers);
      const int size = rounds.first(mine.last) - rounds.first(mine.first);
      most = size > most ? size : most;
    }
    const double busiest = all == 0 ? 1 : static_cast<double>(most) / all;
    const double cycles = work * busiest + static_cast<double>(loops[i].bytes_again) / on.memory_bytes_per_cycle;
    if (i > 0 && cycles >= least) continue;
    least = cycles;
    best = {i, busiest};
  }
  return best;
}

}  // namespace litho::npu
