// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "suite.hpp"
#include "trial/write.hpp"

namespace litho::conformance {

/// Tests to be compiled and run by the library's kernels: of those with the same ops, attributes given, element types and
/// ranks the first; those that are refused are left out. What they have to give is what the reference evaluator gives.
std::vector<trial::trial> variants_of(const std::vector<test>& tests);

}  // namespace litho::conformance
