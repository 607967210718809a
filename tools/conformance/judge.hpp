// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "import.hpp"
#include "suite.hpp"

namespace litho::conformance {

enum class outcome : char { passed, refused, wrong, crashed };

struct verdict {
  outcome what = outcome::passed;
  std::string why{};  ///< a line; empty of what passed
};

/// A test's model, inputs made constants where the test says so, or else as few as the import needs. Throws
/// importer::refusal, with what is said of the first trial.
importer::imported import(const test& of);

/// Imports a test's model and evaluates it by the reference semantics, in a process of its own, of `seconds` at most.
/// Passed is also a model without stored outputs that can be imported.
verdict judge(const test& of, unsigned seconds);

}  // namespace litho::conformance
