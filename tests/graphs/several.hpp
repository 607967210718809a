// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

namespace graphs {

/// Two inputs in an order of their own and three outputs, one of them used inside.
struct several : litho::network<several> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto a = input<"a", float, 2, 9>();
    constexpr auto b = input<"b", float, 9>();
    constexpr auto sum = a + b;
    return litho::model(litho::inputs(b, a),
                        litho::outputs(output<"sum">(sum), output<"scaled">(sum * param<"scale", float, 1>()),
                                       output<"greatest">(reduce_max<{.axes = -1}>(relu(sum)))));
  }
};

}  // namespace graphs
