// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

/// Reads one digit from a picture of 28 x 28 (ink 1, paper 0): the probabilities of 0 to 9. training/digit_net.py is the same
/// network in PyTorch; the names of the layers are those of its tensors in digits.weights.
struct digits : litho::network<digits> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto image = input<"image", float, 1, 1, 28, 28>();

    constexpr auto stem = conv2d<"conv1", {.out = 16, .kernel = 3, .pad = 1, .bias = false}>(image);
    constexpr auto p = max_pool2d<{.kernel = 2}>(relu(batch_norm<"bn1">(stem)));

    constexpr auto each = conv2d<"depthwise", {.out = 16, .kernel = 3, .pad = 1, .groups = 16, .bias = false}>(p);
    constexpr auto mixed = conv2d<"pointwise", {.out = 32, .bias = false}>(relu(batch_norm<"bn2">(each)));
    constexpr auto q = relu(batch_norm<"bn3">(mixed));

    constexpr auto step = conv2d<"conv2", {.out = 32, .kernel = 3, .pad = 1, .bias = false}>(q);
    constexpr auto r = max_pool2d<{.kernel = 2}>(relu(batch_norm<"bn4">(step) + q));  // a residual block

    constexpr auto last = conv2d<"conv3", {.out = 32, .kernel = 3, .pad = 1, .bias = false}>(r);
    constexpr auto found = global_avg_pool(relu(batch_norm<"bn5">(last)));
    return softmax(dense<"fc", {.out = 10}>(flatten(found)));
  }
};

// The build fails when a change breaks the budget. This holds on every target, Cortex-M4 and a server with AVX-512 alike.
static_assert(digits::stats().kernels == 10,
              "one for each Cube op, pool, mean and softmax: all the rest is fused into them");
static_assert(digits::stats().multiply_adds == 2'499'712);
static_assert(digits::arena_bytes() <= 96 * 1024);
static_assert(digits::weight_bytes() <= 80 * 1024);
