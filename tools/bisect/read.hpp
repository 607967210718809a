// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <filesystem>

#include "import.hpp"
#include "problem.hpp"

namespace litho::bisector {

/// Where the values of inputs come from.
struct inputs_from {
  std::filesystem::path folder{};  ///< with input_0.pb or .npy and so on; empty: random values
  unsigned seed = 1;
};

/// A model that litho-import reads, or (any other ending) a graph in the text form of the IR. Parameters of a model have
/// their weights, those of a text random values. Throws importer::refusal.
problem read_problem(const importer::request& asked, const inputs_from& values);

}  // namespace litho::bisector
