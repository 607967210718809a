// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

namespace graphs {

/// Slices, concatenation, padding and transposition in one another's way.
struct movements : litho::network<movements> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", float, 3, 8, 5>();
    constexpr auto head = slice<{.axes = 1, .begin = 0, .end = 3}>(x);
    constexpr auto backwards = slice<{.axes = {1, 2}, .begin = {-1, 0}, .end = {2, 5}, .step = {-2, 1}}>(x);
    constexpr auto joined = concat<{.axis = 1}>(relu(head), backwards, head);
    constexpr auto padded = pad<{.before = {0, 1, 0}, .after = {1, 0, 2}, .value = -1.5}>(joined);
    return litho::outputs(output<"turned">(transpose<2, 0, 1>(padded)),
                          output<"row">(flatten(slice<{.begin = 1, .end = 2}>(x)) + scalar<1.0>));
  }
};

}  // namespace graphs
