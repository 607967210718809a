// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// a + b. x + 0 is x save for x = -0, so only adding -0 is an exact identity. ONNX Add.
template <>
struct op<"add"> : elementwise<2> {
  static constexpr op_facts info{.name = "add",
                                 .math = "a + b",
                                 .onnx = "Add",
                                 .takes = kinds::numbers,
                                 .commutative = true,
                                 .right_identity = {.present = true, .value = -0.0}};
  template <class V>
  static constexpr V eval(V a, V b) {
    return a + b;
  }
};

inline constexpr auto add = call<"add">;

}  // namespace litho
