// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>

#include "problem.hpp"

namespace litho::bisector {

/// Whether a problem still shows what is looked for.
using question = std::function<bool(const problem&)>;
/// Hears of each step, a line of text at a time.
using listener = std::function<void(const std::string&)>;

/// The smallest problem found for which the answer stays yes; the answer for `from` is yes. Cuts behind and before the
/// fault by bisection, then leaves out outputs, nodes, control edges and parts of shapes one by one until none can go. The
/// same steps in the same order each time.
problem shrink(problem from, const question& shows, const listener& tell = {});

/// The same with plainer values, where those still show it: the ones that tests take by themselves, whole numbers, or
/// multiples of 1/16. `are_usual` tells whether they are the first.
problem with_plain_values(problem from, const question& shows, bool& are_usual);

}  // namespace litho::bisector
