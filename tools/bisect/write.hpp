// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "bisect.hpp"

namespace litho::bisector {

/// A test for tests/bugs that fails for as long as the pass is at fault. `title` is what the test case is called behind
/// "bug": "014: layouts".
std::string test_text(const finding& of, const search& with, const std::string& title);

/// The title that goes with a file's name: 014_layouts.test.cpp is "014: layouts".
std::string title_of(const std::string& file_name);

}  // namespace litho::bisector
