// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include <litho/pass/pass.hpp>

#include "import.hpp"

namespace litho::importer {

/// Runs the passes of the library on the graph, as the compiler will: `level` O0 to O3, single switches off, `precision` exact or half.
struct compilation {
  std::string level = "O3";
  std::string precision = "exact";
  std::vector<std::string> off;
  std::string target;          ///< empty: the library's default device
  std::filesystem::path dump;  ///< where the graph after each pass goes, as text and dot; empty: nowhere
  int streams = 1;             ///< the most for branches to run side by side
};

/// What the passes are told. Throws refusal.
pass::context context_of(const compilation& with);

/// The members of the network that say so: options and target, as C++.
std::string members_text(const compilation& with);

/// Ops, parameters; and with a compilation multiply-adds, kernels, arena and what was fused.
void report(const imported& model, const std::optional<compilation>& with, bool prints, std::ostream& out);

}  // namespace litho::importer
