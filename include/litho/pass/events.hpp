// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../plan/precedence.hpp"
#include "pass.hpp"
#include "streams.hpp"

namespace litho::pass {

/// Makes an event for each dependence between streams, data or control, that does not follow from the order of a stream
/// and other events. A plan that needs more events than the device has gets fewer streams. Needs a plan with its order
/// and streams. Keeps all dependences.
///
///   stream 0: a b   c          stream 0: a b   c
///   stream 1:   d e f          stream 1:   d e f
///   d needs a, e needs a,  ->  a before d, b before f
///   f needs a and b
struct events {
  static constexpr const char* name = "events";
  static constexpr bool enabled(const options& o) { return o.streams > 1; }

  static constexpr plan::plan run(plan::plan p, const context&) {
    p.events = made_for(p);
    while (p.target.events > 0 && static_cast<int>(p.events.size()) > p.target.events) {
      streams::assign(p, p.totals.streams - 1);
      p.events = made_for(p);
    }
    p.totals.events = static_cast<int>(p.events.size());
    return p;
  }

 private:
  static constexpr vec<plan::event> made_for(const plan::plan& p) {
    vec<plan::event> made;
    if (p.totals.streams == 1) return made;
    plan::precedence known = plan::precedence::without_events(p);
    vec<int> latest(static_cast<std::size_t>(p.totals.streams), -1);  // kernel of each stream that `k` needs
    for (int k = 0; k < static_cast<int>(p.kernels.size()); ++k) {
      const plan::kernel& each = p.kernels[static_cast<std::size_t>(k)];
      if (each.when != binding::run) continue;
      known.begin(k);
      for (int before : p.before(each)) {
        int& of_stream = latest[static_cast<std::size_t>(p.kernels[static_cast<std::size_t>(before)].stream)];
        of_stream = before > of_stream ? before : of_stream;
      }
      // The latest first: by it some of the others are known to have ended, but never the other way round.
      for (;;) {
        int next = -1;
        for (int& of_stream : latest) next = of_stream > next ? of_stream : next;
        if (next < 0) break;
        latest[static_cast<std::size_t>(p.kernels[static_cast<std::size_t>(next)].stream)] = -1;
        if (known.before(next, k)) continue;
        known.wait(k, next);
        made.push_back({next, k});
      }
    }
    return made;
  }
};

}  // namespace litho::pass
