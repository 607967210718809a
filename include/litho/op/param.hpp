// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "source.hpp"

namespace litho {

/// A value that is given once, when weights are loaded: whatever depends on nothing else is computed then (pass binding).
template <>
struct op<"param"> : source {
  static constexpr op_facts info{.name = "param", .math = "a value given once, at load"};
};

}  // namespace litho
