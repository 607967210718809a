// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

/// Enough for two workers, with a branch.
struct whole : litho::network<whole> {
  static constexpr litho::options options = [] {
    litho::options result = litho::O3;
    result.workers = 2;
    return result;
  }();
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", float, 1, 3, 64, 64>();
    constexpr auto h = relu(conv2d<"first", {.out = 32, .kernel = 3, .pad = 1}>(x));
    constexpr auto a = conv2d<"second", {.out = 32, .kernel = 3, .pad = 1}>(h);
    constexpr auto b = conv2d<"third", {.out = 32, .kernel = 5, .pad = 2}>(h);
    return softmax(dense<"scores", {.out = 10}>(flatten(max_pool2d<{.kernel = 4}>(a + b))));
  }
};

struct in_parts : litho::network<in_parts> {
  static constexpr int parts = 3;
  static constexpr litho::options options = whole::options;
  static constexpr auto graph() { return whole::graph(); }
};
