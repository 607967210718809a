// SPDX-License-Identifier: BSL-1.0
// litho-bisect with a broken pass among the library's own.

#include "broken.hpp"
#include "command.hpp"

int main(int count, char** words) {
  return litho::bisector::command(count, words,
                                  [](const litho::options&) { return broken::with<broken::drops_relu>(); });
}
