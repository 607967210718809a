// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

#include <litho/pass/pass.hpp>

#include "bisect/problem.hpp"
#include "trial/expectation.hpp"

namespace litho::fuzz {

/// One way to compile a graph.
struct configuration {
  std::string name;
  pass::context with;
};

/// The levels, each pass alone, all passes but one, and by chance some passes for several workers, streams, a device or
/// halves.
std::vector<configuration> configurations(unsigned seed);

/// Tells what is wrong with what configurations make of a graph.
class judge {
 public:
  explicit judge(const bisector::problem& given);

  /// A broken law, or results of the plan, done number by number (emulator::interpreter), that differ from the reference
  /// by more than orders of sums can. Nothing where all is right.
  std::string fault(const configuration& how) const;

 private:
  const bisector::problem& given_;
  trial::expectation usual_;
  trial::expectation with_winograd_;
};

}  // namespace litho::fuzz
