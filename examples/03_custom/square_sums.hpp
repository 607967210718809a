// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

/// A user's pass: what is multiplied with itself is squared, which `patterns` does not look for.
///
///   x        x
///   |\       |
///   mul  -> square
struct square_sums {
  static constexpr const char* name = "square_sums";
  static constexpr bool enabled(const litho::options& o) { return o.patterns; }

  static constexpr litho::ir::graph run(litho::ir::graph g, const litho::pass::context&) {
    for (int at = 0; at < g.size(); ++at) {
      if (!g.is<"mul">(at) || g.inputs(at)[0] != g.inputs(at)[1]) continue;
      const int factor = g.inputs(at)[0];
      g[at].op = &litho::info_of<"square">;
      g.set_inputs(at, std::span<const int>(&factor, 1));
    }
    return g;
  }
};
