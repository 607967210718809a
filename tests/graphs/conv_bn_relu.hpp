// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

namespace graphs {

/// Convolution, batch-norm and relu: 3 channels to 17, two pictures.
struct conv_bn_relu : litho::network<conv_bn_relu> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", float, 2, 3, 7, 9>();
    return relu(batch_norm<"bn">(conv2d<"conv", {.out = 17, .kernel = 3, .pad = 1}>(x)));
  }
};

}  // namespace graphs
