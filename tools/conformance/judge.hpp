// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "suite.hpp"

namespace litho::conformance {

enum class outcome : char { passed, refused, wrong, crashed };

struct verdict {
  outcome what = outcome::passed;
  std::string why{};  ///< a line; empty of what passed
};

/// Imports a test's model and evaluates it by the reference semantics, in a process of its own, of `seconds` at most.
/// Inputs are constants where the test says so, or else as few as the import needs. Passed is also a model without
/// stored outputs that can be imported.
verdict judge(const test& of, unsigned seconds);

}  // namespace litho::conformance
