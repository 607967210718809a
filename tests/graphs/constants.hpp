// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

namespace graphs {

/// Arithmetic of constants, and reshapes and transposes that undo one another.
struct constants : litho::network<constants> {
  static constexpr float numbers[] = {1, -2, 3, 0.5F, 0, -0.25F};

  static constexpr auto graph() {
    using namespace litho;
    constexpr auto table = transpose<1, 0>(constant<numbers, 2, 3>() * scalar<0.5>) + scalar<2.0>;
    constexpr auto x = input<"x", float, 3, 2>();
    constexpr auto same = transpose<1, 0>(transpose<1, 0>(reshape<3, 2>(reshape<6>(x))));
    return relu(relu(same * scalar<1.0>)) * table - -(-table);
  }
};

}  // namespace graphs
