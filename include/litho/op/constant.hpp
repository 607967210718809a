// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "source.hpp"

namespace litho {

/// A value known to the C++ compiler. The graph holds it beside the node.
template <>
struct op<"constant"> : source {
  static constexpr op_facts info{
      .name = "constant",
      .math = "a value known to the compiler",
      .onnx = "Constant",
      .limits = "no strings, no sparse tensors",
  };
};

}  // namespace litho
