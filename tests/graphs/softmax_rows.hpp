// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

namespace graphs {

/// Softmax along rows that are no multiple of the lanes, with work before and behind.
struct softmax_rows : litho::network<softmax_rows> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", float, 5, 37>();
    return softmax(x * scalar<0.5>) * x;
  }
};

}  // namespace graphs
