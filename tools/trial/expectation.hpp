// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

#include <litho/ir/evaluate.hpp>

namespace litho::trial {

/// What a graph gives, and how far from it right results may be.
struct expectation {
  vec<tensor> outputs;                       ///< by the reference semantics
  std::vector<std::vector<double>> allowed;  ///< of each element; infinite where any number is right
  bool is_usable = true;                     ///< false where numbers leave the range in which kernels can follow
};

/// Evaluates a graph several times, each number of floats moved at random by up to `steps` units in its last place, as
/// other orders of sums and other polynomials move it; inputs of sums are moved too, of single numbers not, so that
/// floor(1) is 1. What results do then, some times over, is allowed: a jump where a step lies nearby, little elsewhere.
expectation expect(const ir::graph& of, std::span<const ir::named_tensor> sources, double steps, unsigned trials = 9);

/// What is wrong with results: "output 0, element 5 is 1.5, not 1.25 (2e-07 allowed)"; nothing where all are right.
std::string difference(const expectation& wanted, const vec<tensor>& found);

}  // namespace litho::trial
