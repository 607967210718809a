// SPDX-License-Identifier: BSL-1.0
// litho-bisect MODEL -o TEST: which pass of the library changes what a model computes.

#include "command.hpp"

int main(int count, char** words) { return litho::bisector::command(count, words, &litho::emulator::passes_as_asked); }
