// SPDX-License-Identifier: BSL-1.0
// A user's own pass makes two streams wait for each other: the error names the nodes.
// EXPECT: litho: streams wait for each other without end: %[0-9]+ (exp|tanh|matmul) \(stream [01]\) waits for %[0-9]+ (exp|tanh|matmul) \(stream [01]\), which waits for %[0-9]+ (exp|tanh|matmul) \(stream [01]\)
// EXPECT-ONCE: error: static assertion failed: litho: the reason stands in the template argument of litho::require
// EXPECT-NOT: constant expression
#include <litho.hpp>

struct crossed {
  static constexpr const char* name = "crossed";
  static constexpr bool enabled(const litho::options&) { return true; }
  static constexpr litho::plan::plan run(litho::plan::plan p, const litho::pass::context&) {
    p.kernels[1].stream = 1;
    p.totals.streams = 2;
    p.events.push_back({.after = 1, .before = LITHO_FAIL ? 0 : 2});
    if (LITHO_FAIL) p.events.push_back({.after = 0, .before = 1});
    p.totals.events = static_cast<int>(p.events.size());
    return p;
  }
};

struct net : litho::network<net> {
  static constexpr auto graph() {
    constexpr auto x = litho::input<"x", float, 2, 2>();
    constexpr auto y = litho::input<"y", float, 2, 2>();
    return litho::matmul(litho::exp(x), litho::tanh(y));
  }
  using plan_passes = litho::pass::list<litho::pass::order, crossed, litho::pass::memory>;
};

constexpr int kernels = net::stats().kernels;
