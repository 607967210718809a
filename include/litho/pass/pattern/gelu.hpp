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
  static constexpr match find(const ir::graph& g, int at, const vec<int>& uses) { return {argument(g, at, uses)}; }
  static constexpr int rewrite(ir::rewriter& copy, int, const match& found) {
    return copy.result().emit().make<"gelu">({copy.at(found.x)}, gelu_attributes{});
  }

 private:
  static constexpr int most_factors = 3;

  static constexpr int argument(const ir::graph& g, int at, const vec<int>& uses) {
    if (!is<"mul">(g, at)) return -1;
    int factors[most_factors + 1]{};
    int count = 0;
    collect(g, at, uses, factors, count);
    if (count != most_factors) return -1;
    for (int sum = 0; sum < most_factors; ++sum) {
      const int x = argument_of_sum(g, factors[sum], uses);
      if (x < 0 || !(g[x].type == g[at].type)) continue;
      const int a = factors[(sum + 1) % most_factors];
      const int b = factors[(sum + 2) % most_factors];
      if ((a == x && is_about(g, b, 0.5)) || (b == x && is_about(g, a, 0.5))) return x;
    }
    return -1;
  }

  static constexpr void collect(const ir::graph& g, int at, const vec<int>& uses, int (&factors)[most_factors + 1],
                                int& count) {
    for (int input : g.inputs(at)) {
      if (is<"mul">(g, input) && used(uses, input) && count < most_factors)
        collect(g, input, uses, factors, count);
      else if (count <= most_factors)
        factors[count++] = input;
      if (count > most_factors) return;
    }
  }

  /// x where `at` is 1 + erf(x / sqrt 2), or -1.
  static constexpr int argument_of_sum(const ir::graph& g, int at, const vec<int>& uses) {
    if (!is<"add">(g, at) || !used(uses, at)) return -1;
    for (int side = 0; side < 2; ++side) {
      const int erf = g.inputs(at)[static_cast<std::size_t>(side)];
      if (!is<"erf">(g, erf) || !used(uses, erf) || !is_about(g, other_input(g, at, erf), 1.0)) continue;
      const int scaled = g.inputs(erf)[0];
      if (is<"div">(g, scaled) && is_about(g, g.inputs(scaled)[1], 1.41421356237309505)) return g.inputs(scaled)[0];
      if (!is<"mul">(g, scaled)) continue;
      for (int factor : g.inputs(scaled))
        if (is_about(g, factor, 0.70710678118654752)) return other_input(g, scaled, factor);
    }
    return -1;
  }
};

}  // namespace litho::pass::pattern
