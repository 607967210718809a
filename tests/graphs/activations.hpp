// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

namespace graphs {

/// The ops of one input, so that each runs on SIMD values once; f(x) for x around 0 and above 0.
struct activations : litho::network<activations> {
  static constexpr auto graph() {
    using namespace litho;
    using namespace litho::literals;
    constexpr auto x = input<"x", float, 35>();
    constexpr auto above = square(x) + 0.125_c;
    constexpr auto smooth = gelu<{.tanh_form = true}>(x) + silu(x) + sigmoid(x) * litho::erf(x);
    constexpr auto bent = leaky_relu(x) + hardswish(x) + relu6(4_c * x) + clip<{.low = -0.5, .high = 0.25}>(x);
    constexpr auto of_above =
        litho::log(above) + litho::sqrt(above) * rsqrt(above) + litho::pow(above, 1.5_c * litho::abs(x));
    return litho::outputs(output<"smooth">(smooth), output<"bent">(bent),
                          output<"of_above">(of_above - litho::exp(-x)));
  }
};

}  // namespace graphs
