// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../../op/add.hpp"
#include "../../op/div.hpp"
#include "../../op/erf.hpp"
#include "../../op/gelu.hpp"
#include "../../op/mul.hpp"
#include "match.hpp"

namespace litho::pass::pattern {

/// x * 0.5 * (1 + erf(x / sqrt 2)), its factors in any order, is gelu(x).
struct gelu {
  static constexpr bool matches(const ir::graph& g, int at) { return argument(g, at) >= 0; }
  static constexpr int rewrite(ir::rewriter& copy, const ir::graph& g, int at) {
    return copy.result().emit().make<"gelu">({copy.at(argument(g, at))}, gelu_attributes{});
  }

 private:
  static constexpr int most_factors = 3;

  static constexpr int argument(const ir::graph& g, int at) {
    if (!g.is<"mul">(at)) return -1;
    int factors[most_factors + 1]{};
    int count = 0;
    collect(g, at, factors, count);
    if (count != most_factors) return -1;
    for (int sum = 0; sum < most_factors; ++sum) {
      const int x = argument_of_sum(g, factors[sum]);
      if (x < 0 || !(g[x].type == g[at].type)) continue;
      const int a = factors[(sum + 1) % most_factors];
      const int b = factors[(sum + 2) % most_factors];
      if ((a == x && is_about(g, b, 0.5)) || (b == x && is_about(g, a, 0.5))) return x;
    }
    return -1;
  }

  static constexpr void collect(const ir::graph& g, int at, int (&factors)[most_factors + 1], int& count) {
    for (int input : g.inputs(at)) {
      if (g.is<"mul">(input) && count < most_factors)
        collect(g, input, factors, count);
      else if (count <= most_factors)
        factors[count++] = input;
      if (count > most_factors) return;
    }
  }

  /// x where `at` is 1 + erf(x / sqrt 2), or -1.
  static constexpr int argument_of_sum(const ir::graph& g, int at) {
    if (!g.is<"add">(at)) return -1;
    for (int side = 0; side < 2; ++side) {
      const int erf = g.inputs(at)[static_cast<std::size_t>(side)];
      if (!g.is<"erf">(erf) || !is_about(g, other_input(g, at, erf), 1.0)) continue;
      const int scaled = g.inputs(erf)[0];
      if (g.is<"div">(scaled) && is_about(g, g.inputs(scaled)[1], 1.41421356237309505)) return g.inputs(scaled)[0];
      if (!g.is<"mul">(scaled)) continue;
      for (int factor : g.inputs(scaled))
        if (is_about(g, factor, 0.70710678118654752)) return other_input(g, scaled, factor);
    }
    return -1;
  }
};

}  // namespace litho::pass::pattern
