// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

namespace graphs {

/// softmax(q k^T / sqrt d) v for two heads.
struct attention : litho::network<attention> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto q = input<"q", float, 2, 5, 12>();
    constexpr auto k = input<"k", float, 2, 7, 12>();
    constexpr auto v = input<"v", float, 2, 7, 9>();
    constexpr auto scores = softmax(matmul(q, transpose<0, 2, 1>(k)) * scalar<0.28867513459481287>);
    return matmul(scores, v);
  }
};

}  // namespace graphs
