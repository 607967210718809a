// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <thread>

#include "launch.hpp"

/// A clock around each kernel of a run. Nothing of it is in a run that is not asked for one: the kernels are the same
/// functions, called by another list of calls.
namespace litho::exec {

/// When a kernel, or one worker's share of it, ran.
struct kernel_time {
  std::chrono::steady_clock::time_point begin{};
  std::chrono::steady_clock::time_point end{};
  std::thread::id thread{};  ///< that ran it; none: it has not run
};

/// The memory of a run, and where its times go: of each kernel, so many as there are workers.
struct timed_memory : memory {
  kernel_time* times = nullptr;

  timed_memory(const memory& in, kernel_time* to) : memory(in), times(to) {}
};

/// A plan of which each kernel is launched between two looks at the clock. Its launches take a timed_memory.
template <class Plan>
struct timed : Plan {
  static constexpr int workers = Plan::plan.totals.workers;
  static constexpr int parts = Plan::plan.sizes.kernels;

  template <int K>
  struct part {
    static void launch(int, const memory& in, int worker) {
      kernel_time& time = static_cast<const timed_memory&>(in).times[K * workers + worker];
      time.thread = std::this_thread::get_id();
      time.begin = std::chrono::steady_clock::now();
      if constexpr (Plan::parts == 0)
        detail::launch_share<Plan, K>(in, worker);
      else
        Plan::template part<K % Plan::parts>::launch(K / Plan::parts, in, worker);
      time.end = std::chrono::steady_clock::now();
    }
  };
};

}  // namespace litho::exec
