// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

namespace graphs {

/// Products of batches of which each repeats along another axis, and an epilogue that does, too.
struct batches : litho::network<batches> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto a = input<"a", float, 2, 1, 3, 5>();
    constexpr auto b = input<"b", float, 4, 5, 7>();
    constexpr auto y = matmul(a, b) + param<"bias", float, 4, 1, 7>();
    return matmul(relu(y), param<"w", float, 7, 33>());
  }
};

}  // namespace graphs
