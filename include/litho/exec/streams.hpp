// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "launch.hpp"

namespace litho::exec {

namespace detail {

/// The kernels of a plan's streams, one stream after the other, and what each waits for.
template <class Plan>
struct stream_table {
  static constexpr auto& plan = Plan::plan;
  static constexpr int streams = plan.totals.streams;
  static constexpr int kernels = plan.totals.kernels;

  /// So many kernels of a stream must have ended.
  struct wait {
    int stream = 0;
    int kernels = 0;
  };
  struct table {
    std::array<int, streams + 1> begins{};      ///< of each stream
    std::array<int, kernels> kernel{};          ///< at each place, as a number in the plan
    std::array<int, kernels + 1> first_wait{};  ///< of each place
    std::array<wait, static_cast<std::size_t>(plan.totals.events) + 1> waits{};
  };
  static constexpr table all = [] {
    table made{};
    std::array<int, plan.sizes.kernels> place_of{};
    int place = 0;
    for (int s = 0; s < streams; ++s) {
      made.begins[static_cast<std::size_t>(s)] = place;
      for (int k = 0; k < plan.sizes.kernels; ++k) {
        if (plan.kernels[k].when != binding::run || plan.kernels[k].stream != s) continue;
        place_of[static_cast<std::size_t>(k)] = place;
        made.kernel[static_cast<std::size_t>(place++)] = k;
      }
    }
    made.begins[streams] = place;
    std::size_t at = 0;
    for (std::size_t i = 0; i < kernels; ++i) {
      made.first_wait[i] = static_cast<int>(at);
      for (const plan::event& each : plan.events) {
        if (each.before != made.kernel[i]) continue;
        const int stream = plan.kernels[each.after].stream;
        made.waits[at++] = {
            stream, place_of[static_cast<std::size_t>(each.after)] - made.begins[static_cast<std::size_t>(stream)] + 1};
      }
    }
    made.first_wait[kernels] = static_cast<int>(at);
    return made;
  }();

  using function = void (*)(const memory&);
  template <int K>
  static void launch_kernel(const memory& in) {
    launch<Plan, K>(in);
    asm volatile("" ::: "memory");
  }
  template <int... Place>
  static constexpr std::array<function, kernels> functions_of(std::integer_sequence<int, Place...>) {
    return {&launch_kernel<all.kernel[Place]>...};
  }
  static constexpr std::array<function, kernels> functions = functions_of(std::make_integer_sequence<int, kernels>{});
};

/// One worker on the streams of a plan: he begins with every so-and-so-many-th, and takes what others leave.
template <class Plan, class Progress>
class stream_server {
  using table = stream_table<Plan>;

 public:
  stream_server(Progress& progress, const memory& in) : progress_(progress), in_(in) {}

  void serve(int worker, int workers) {
    for (unsigned seen = progress_.done(); seen < static_cast<unsigned>(table::kernels); seen = progress_.done()) {
      bool ran = false;
      for (int stream = worker; stream < table::streams; stream += workers) ran = advance(stream) || ran;
      for (int stream = 0; stream < table::streams && !ran; ++stream) ran = advance(stream);
      if (!ran) progress_.wait_beyond(seen);
    }
  }

 private:
  /// Runs the next kernels of a stream, up to one that has to wait. False if there was none to run, or somebody else is
  /// at it.
  bool advance(int stream) {
    if (!progress_.hold(stream)) return false;
    const int begin = table::all.begins[static_cast<std::size_t>(stream)];
    const int end = table::all.begins[static_cast<std::size_t>(stream) + 1];
    bool ran = false;
    for (int place = begin + progress_.done(stream); place < end && is_ready(place); ++place) {
      table::functions[static_cast<std::size_t>(place)](in_);
      progress_.finish(stream);
      ran = true;
    }
    progress_.release(stream);
    return ran;
  }
  bool is_ready(int place) const {
    const auto at = static_cast<std::size_t>(place);
    for (int w = table::all.first_wait[at]; w < table::all.first_wait[at + 1]; ++w) {
      const auto& each = table::all.waits[static_cast<std::size_t>(w)];
      if (progress_.done(each.stream) < each.kernels) return false;
    }
    return true;
  }

  Progress& progress_;
  const memory& in_;
};

}  // namespace detail

/// Runs a plan with several streams on a crew (litho/workers.hpp), whose worker 0 is the caller. A kernel begins when
/// those before it on its stream and those that its events wait for have ended, so that every order that comes about is
/// one that the plan allows. There is always a kernel that may begin: the first in the plan of those that have not.
template <class Plan, class Crew>
void launch_streams_on(Crew& crew, const memory& in) {
  constexpr int streams = Plan::plan.totals.streams;
  constexpr int workers = Crew::size < streams ? Crew::size : streams;
  using progress = typename Crew::template progress<streams>;
  struct job {
    progress reached;
    const memory& in;
  } given{{}, in};
  crew.run(workers, 1, workers, &given, [](const void* what, const auto& me) {
    if (me.claim(0, me.worker())) {  // who is too late must not touch the job
      job& now = *static_cast<job*>(const_cast<void*>(what));
      detail::stream_server<Plan, progress>(now.reached, now.in).serve(me.worker(), workers);
      me.finish();
    }
    if (me.worker() == 0)
      for (int late = 1; late < workers; ++late)
        if (me.claim(0, late)) me.finish();
  });
}

}  // namespace litho::exec
