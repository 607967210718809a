// SPDX-License-Identifier: BSL-1.0
// litho-bisect MODEL -o TEST: which pass of the library changes what a model computes.

#include "command.hpp"

int main(int count, char** words) {
  return litho::bisector::command(count, words, [](int workers) {
    using namespace litho;
    return workers > 1 ? emulator::passes_of<pass::graph_passes, pass::shared_plan_passes>() : emulator::passes_of();
  });
}
