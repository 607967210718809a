// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "source.hpp"

namespace litho {

/// A value that is given at each run. Its node carries the name the user gave it.
template <>
struct op<"input"> : source {
  static constexpr op_facts info{.name = "input", .math = "a value given at each run"};
};

}  // namespace litho
