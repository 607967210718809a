// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho/emulator/faulty_pass.hpp>

namespace litho::bisector {

/// The passes that the options ask for.
using passes_function = emulator::pass_list (*)(const options& with);

enum exit_status {
  none_found = 0,
  found = 1,   ///< a faulty pass, and a test is written
  refused = 2  ///< wrong arguments, or a graph that cannot be read; a line on the error stream says why
};

/// litho-bisect with these passes; returns the exit status.
int command(int count, char** words, passes_function passes);

}  // namespace litho::bisector
