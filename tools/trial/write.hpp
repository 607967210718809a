// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "bisect/problem.hpp"
#include "expectation.hpp"

namespace litho::trial {

/// A graph to be compiled and run, its inputs and parameters, and what it has to give.
struct trial {
  std::string title;
  bisector::problem given;
  expectation wanted;
};

/// Writes programs that run the trials at O0 and O3 (run.hpp), `in_one` trials in one source file: batch_0.cpp and so
/// on, with a header NAME.hpp and the numbers NAME.case of each. The folder is emptied before. Throws
/// importer::refusal.
void write(const std::filesystem::path& folder, const std::vector<trial>& trials, std::size_t in_one);

}  // namespace litho::trial
