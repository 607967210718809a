// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "bisect/problem.hpp"

namespace litho::fuzz {

/// What graphs consist of.
struct choice {
  int least = 3;  ///< ops, sources not counted
  int most = 30;
  std::string_view only{};  ///< if not empty, an op that each graph has
  bool controls = false;    ///< edges of order, too
};

/// A graph of chance over all ops of the library, and a value for each of its sources: the same for the same seed. An op
/// is drawn, then inputs and attributes until the op takes them, so that a new op needs nothing here; those whose inputs
/// depend on each other in ways that chance does not find have a form (forms.hpp).
bisector::problem problem_of_chance(unsigned seed, const choice& with);

}  // namespace litho::fuzz
