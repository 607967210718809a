// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

namespace graphs {

/// Strides, dilation and padding that differ on every side.
struct strided : litho::network<strided> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", float, 2, 5, 11, 13>();
    constexpr auto y =
        conv2d<"wide", {.out = 18, .kernel = {2, 3}, .stride = {2, 1}, .pad = {1, 0, 2, 3}, .dilation = {1, 2}}>(x);
    return conv2d<"next", {.out = 3, .kernel = 3, .stride = 2, .pad = {0, 1, 1, 0}, .bias = false}>(litho::abs(y));
  }
};

}  // namespace graphs
