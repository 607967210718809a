// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

namespace graphs {

/// Operands of all kinds of shapes: a column with a row, a channel's number, a number.
struct broadcast : litho::network<broadcast> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto column = input<"column", float, 4, 1>();
    constexpr auto row = input<"row", float, 1, 5>();
    constexpr auto channels = param<"channels", float, 3, 1, 1>();
    constexpr auto image = input<"image", float, 2, 3, 4, 5>();
    return max(image * channels, column + row) - column / (litho::abs(row) + scalar<1.0>);
  }
};

}  // namespace graphs
