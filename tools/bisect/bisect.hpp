// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho/emulator/faulty_pass.hpp>

#include "shrink.hpp"

namespace litho::bisector {

/// Passes that are looked through, and what they are told.
struct search {
  emulator::pass_list passes;
  pass::context with;
  double tolerance = 0;  ///< over the largest magnitude of an output; 0: emulator::usual_tolerance
};

/// A faulty pass, and the smallest graph found that shows it.
struct finding {
  emulator::pass_result on_given;  ///< no pass: all is well, and the rest is empty
  problem smallest;
  emulator::pass_result on_smallest;  ///< no pass where the fault shows only together with what earlier passes did
  bool usual_values = false;          ///< the smallest graph shows it with the values that tests take by themselves
  double tolerance = 0;               ///< at which it shows it
};

/// Finds the first pass after which a law is broken or results leave the tolerance, and shrinks the graph as long as the
/// same pass breaks it. `from` obeys ir::verify and has a value for each source. Passes are pure, so the same arguments
/// give the same finding.
finding bisect(const problem& from, const search& with, const listener& tell = {});

}  // namespace litho::bisector
