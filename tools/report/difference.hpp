// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

namespace litho::reporter {

/// A line that both texts have, or one alone.
struct line {
  char sign = ' ';  ///< '-': in the first only, '+': in the second only
  std::string text;
};

/// The shortest way from one text to the other, line by line. Numbers of values and kernels (%12, kernel 3) do not
/// count: what is only numbered anew is the same.
std::vector<line> difference(const std::string& from, const std::string& to);

}  // namespace litho::reporter
