// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <filesystem>
#include <iosfwd>

#include "import.hpp"

namespace litho::importer {

struct tolerance {
  double absolute = 1e-4;
  double relative = 1e-4;
};

/// Runs the reference evaluator on stored inputs and compares with stored outputs: a folder with input_N.pb and output_N.pb (itself, or
/// its test_data_set_N folders), or a .json with `cases`. Returns whether all are right.
bool check(const imported& model, const std::filesystem::path& where, const tolerance& within, std::ostream& out);

}  // namespace litho::importer
